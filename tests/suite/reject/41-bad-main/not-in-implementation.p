// The main machine of an implementation must be in its module.
machine Driver { start state Go { } }
machine Worker { start state Run { } }

implementation Product [main=Driver]: { Worker };  //~ error: main machine 'Driver' is not in the module
