// Two tests cannot share a name.
machine Driver { start state Idle { } }
machine Loader { start state Idle { } }
test tcBasic [main=Driver]: { Driver };
test tcBasic [main=Loader]: { Loader };  //~ error: 'tcBasic' is already declared
