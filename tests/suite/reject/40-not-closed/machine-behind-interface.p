// A machine bound to an interface is not bound under its own name.
event eGet;

interface Source() receives eGet;

machine Server { start state Serve { ignore eGet; } }
machine Client { start state Run { entry { new Server(); } } }

test tcClient [main=Client]: { Client, Server -> Source };  //~ error: is not bound
