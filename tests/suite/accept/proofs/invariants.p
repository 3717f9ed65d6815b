// Invariants outside of lemmas, in front of and behind the machines they speak about.
invariant positive: forall (c: Counter) :: c.count >= 0;
event eAdd: (amount: int);
machine Counter {
  var count: int;
  start state Run {
    on eAdd do (add: (amount: int)) {
      if (add.amount > 0) count = count + add.amount;
    }
  }
}
invariant trivial: true;
invariant amounts: forall (e: eAdd) :: inflight e ==> e.amount >= 0 || e.amount < 0;
