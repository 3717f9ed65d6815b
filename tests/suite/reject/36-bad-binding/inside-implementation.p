// A bad binding is found in an implementation, too.
event eGet: int;

machine Server { start state Serve { ignore eGet; } }
machine Driver { start state Go { entry { new Server(); } } }

implementation Product [main=Driver]:
  { Driver, Server, Driver };  //~ error: interface 'Driver' is bound twice
