// A spec must not stand twice in one assert.
event ePing;

machine Pinger { start state Run { entry { send this, ePing; } ignore ePing; } }

spec Pings observes ePing { start state Watch { ignore ePing; } }

test tcPing [main=Pinger]: assert Pings, Pings in { Pinger };  //~ error: 'Pings' is already attached
