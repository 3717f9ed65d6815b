// Hiding events is not supported.
event eGet;

machine Server { start state Serve { entry { send this, eGet; } ignore eGet; } }

module Private = hidee eGet in { Server };  //~ error: 'hidee' is not supported
