// The main machine is looked for in named modules and unions.
machine Driver { start state Go { } }
machine Worker { start state Run { } }
machine Helper { start state Run { } }

module Workers = { Worker };
module Everyone = union Workers, { Helper };

test tcWork [main=Driver]: Everyone;  //~ error: main machine 'Driver' is not in the module
