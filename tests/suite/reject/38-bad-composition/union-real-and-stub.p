// A machine and the stub that replaces it must not meet in a union.
event eGet;

machine Server { start state Serve { ignore eGet; } }
machine Stub { start state Serve { ignore eGet; } }
machine Driver { start state Go { entry { new Server(); } } }

module Fake = { Stub -> Server };
test tcBoth [main=Driver]: union { Driver, Server }, Fake;  //~ error: interface 'Server' is bound in both
