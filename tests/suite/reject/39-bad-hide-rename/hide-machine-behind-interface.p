// A machine bound only to another interface is not bound under its own name.
event eGet;

interface Source() receives eGet;

machine Server { start state Serve { ignore eGet; } }
machine Client { start state Run { entry { new Source(); } } }

module Private = hidei Server in { Server -> Source, Client };  //~ error: cannot hide 'Server'
