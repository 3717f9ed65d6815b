// Two invariants must not be proved from each other.
event eInc;

machine Counter {
  var n: int;
  start state Run { on eInc do { n = n + 1; } }
}

invariant low: forall (c: Counter) :: c.n >= 0;
invariant lower: forall (c: Counter) :: c.n > -1;
Proof { prove low using lower; prove lower using low; }  //~ error: circular proof
