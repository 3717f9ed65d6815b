// A test with an undeclared main machine.
machine Server { start state Idle { } }
module Backend = { Server };
test tcServer [main=Driver]: Backend;  //~ error: no machine named 'Driver'
event ePing;
