// Attaching an undeclared spec.
machine Server { start state Idle { } }
module Backend = { Server };
module Watched = assert Agreement in Backend;  //~ error: no spec named 'Agreement'
event ePing;
