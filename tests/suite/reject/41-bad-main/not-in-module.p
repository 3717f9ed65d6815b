// The main machine must be in the module of the test.
machine Driver { start state Go { } }
machine Worker { start state Run { } }

test tcWork [main=Driver]: { Worker };  //~ error: main machine 'Driver' is not in the module
