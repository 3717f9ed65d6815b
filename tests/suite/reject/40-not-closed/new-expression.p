// A creation inside an expression counts like a statement.
event eGet;

machine Server { start state Serve { ignore eGet; } }
machine Client { start state Run { entry { send new Server(), eGet; } } }

test tcClient [main=Client]: { Client };  //~ error: is not bound
