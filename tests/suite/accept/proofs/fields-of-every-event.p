// A field of a message whose type is a set of all events.
event eGo: (round: int);
eventset All = { eGo, halt };
invariant positive: forall (m: All) :: m is eGo ==> m.round > 0;
