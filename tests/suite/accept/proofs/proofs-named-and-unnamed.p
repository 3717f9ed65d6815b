// Proof blocks may have a name, several may be unnamed, and a block may be empty.
machine Idle { var n: int; start state Run { } }
invariant low: forall (i: Idle) :: i.n >= 0;
invariant high: forall (i: Idle) :: i.n <= 0;
Proof { prove low; }
Proof { prove high; }
Proof handlers { prove default using low, high; }
Proof nothing { }
Proof { }
