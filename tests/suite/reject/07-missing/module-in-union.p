// A union with an undeclared module.
machine Server { start state Idle { } }
module Backend = { Server };
module Whole = union Backend, Frontend;  //~ error: no module named 'Frontend'
event ePing;
