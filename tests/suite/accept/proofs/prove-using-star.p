// 'using *' takes all other invariants as premises of the goal.
machine Idle { var n: int; start state Run { } }
invariant low: forall (i: Idle) :: i.n >= 0;
invariant high: forall (i: Idle) :: i.n <= 0;
invariant zero: forall (i: Idle) :: i.n == 0;
Proof {
  prove low;
  prove high;
  prove zero using *;
}
