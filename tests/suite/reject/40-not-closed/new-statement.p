// Every machine that a test creates must be bound.
machine Server { start state Serve { } }
machine Client { start state Run { entry { new Server(); } } }

test tcClient [main=Client]: { Client };  //~ error: is not bound
