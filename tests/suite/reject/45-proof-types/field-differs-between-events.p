// A field must be the same in every event of the set that has it.
event eFirst: (y: int, x: int);
event eSecond: (x: int);
eventset Both = { eFirst, eSecond };
invariant positive: forall (m: Both) :: m.x > 0;  //~ error: field 'x' differs between 'eFirst' and 'eSecond'
