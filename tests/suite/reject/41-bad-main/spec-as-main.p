// A spec cannot be the main machine.
event eTick;

machine Clock { start state Run { entry { send this, eTick; } ignore eTick; } }
spec Ticks observes eTick { start state Watch { ignore eTick; } }

test tcClock [main=Ticks]: assert Ticks in { Clock };  //~ error: 'Ticks'
