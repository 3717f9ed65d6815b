// Only a spec can be asserted, not a machine.
event eGet;

machine Server { start state Serve { ignore eGet; } }
machine Driver { start state Go { entry { new Server(); } } }

test tcAll [main=Driver]: assert Server in { Driver, Server };  //~ error: no spec named 'Server'
