// A rename replaces an interface, bound and created, by another one with an equal receive set.
event eRead: int;
event eWrite: int;
interface Mirror(int) receives eWrite, eRead;

machine Store receives eRead, eWrite; {
  start state Run { entry (size: int) { } ignore eRead, eWrite; }
}
machine Driver {
  start state Run { entry { send new Store(3), eRead, 1; } }
}

module Plain = { Driver, Store };
module Renamed = rename Store to Mirror in Plain;
module Back = rename Mirror to Store in Renamed;
test tcRenamed [main=Driver]: Renamed;
test tcBack [main=Driver]: Back;
test tcInline [main=Driver]: rename Store to Mirror in { Driver, Store };
