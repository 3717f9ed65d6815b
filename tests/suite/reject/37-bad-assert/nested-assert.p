// A spec must not be attached to a module that has it already.
event ePing;

machine Pinger { start state Run { entry { send this, ePing; } ignore ePing; } }

spec Pings observes ePing { start state Watch { ignore ePing; } }

test tcPing [main=Pinger]: assert Pings in (assert Pings in { Pinger });  //~ error: 'Pings' is already attached
