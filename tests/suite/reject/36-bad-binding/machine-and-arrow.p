// A machine and its stub must not be bound to the same interface in one module.
event eGet: int;

machine Server { start state Serve { ignore eGet; } }
machine Stub { start state Serve { ignore eGet; } }

module Both = { Server, Stub -> Server };  //~ error: interface 'Server' is bound twice
