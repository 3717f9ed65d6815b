// Creating an interface that no machine is bound to is not closed.
event eGet;

interface Source() receives eGet;

machine Server { start state Serve { ignore eGet; } }
machine Client { start state Run { entry { new Source(); } } }

test tcClient [main=Client]: { Client, Server };  //~ error: is not bound
