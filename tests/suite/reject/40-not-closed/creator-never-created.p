// A machine of the module counts even if it is never created itself.
machine Server { start state Serve { } }
machine Client { start state Run { entry { new Server(); } } }
machine Driver { start state Go { } }

test tcDriver [main=Driver]: { Driver, Client };  //~ error: is not bound
