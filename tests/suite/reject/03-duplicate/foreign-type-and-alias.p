// A foreign type and an alias share one name space.
type tClock;
type tStamp = int;
type tClock = int;  //~ error: 'tClock' is already declared
event eTick: tStamp;
