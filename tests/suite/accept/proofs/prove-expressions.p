// Goals and premises may be bool expressions instead of names.
event eAdd: (n: int);
machine Sum { var total: int; start state Run { on eAdd do (a: (n: int)) { total = total + a.n; } } }
pure limit(): int;
invariant small: forall (s: Sum) :: s.total < limit();
Proof {
  prove forall (s: Sum) :: s.total >= 0 || s.total < 0;
  prove limit() == limit(), (forall (e: eAdd) :: inflight e ==> sent e);
  prove small using limit() > 0;
  prove default using small, forall (m: machine) :: m is Sum;
}
