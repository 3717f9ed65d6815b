// A bad binding of a named module is reported once, not at every use of it.
event eGet: int;

machine Server receives eGet; { start state Serve { ignore eGet; } }
machine Stub receives halt; { start state Serve { } }
machine Driver { start state Go { entry { new Server(); } } }

module Fake = { Stub -> Server };  //~ error: cannot bind 'Stub' to 'Server'
module System = union Fake, { Driver };

test tcFirst [main=Driver]: System;
test tcSecond [main=Driver]: (union { Driver }, Fake);
