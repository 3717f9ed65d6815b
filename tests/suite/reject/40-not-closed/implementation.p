// An implementation must be closed, too.
machine Server { start state Serve { } }
machine Client { start state Run { entry { new Server(); } } }

implementation Product [main=Client]: { Client };  //~ error: is not bound
