// Hiding an undeclared interface.
machine Server { start state Idle { } }
module Backend = { Server };
module Closed = hidei Cache in Backend;  //~ error: no machine or interface named 'Cache'
event ePing;
