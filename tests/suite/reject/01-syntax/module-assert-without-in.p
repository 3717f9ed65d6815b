// 'assert' in a module expression needs 'in' before the module.
event ePing;
machine Server { start state Idle { ignore ePing; } }
spec Quiet observes ePing { start state Idle { ignore ePing; } }
module Core = { Server };
module Watched = assert Quiet on Core;  //~ error: found 'on'
