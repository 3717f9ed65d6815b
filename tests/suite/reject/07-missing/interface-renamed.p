// Renaming to an undeclared interface.
machine Server { start state Idle { } }
module Backend = { Server };
module Renamed = rename Server to Storage in Backend;  //~ error: no machine or interface named 'Storage'
event ePing;
