// An invariant must not be its own premise.
event eInc;

machine Counter {
  var n: int;
  start state Run { on eInc do { n = n + 1; } }
}

invariant low: forall (c: Counter) :: c.n >= 0;
Proof { prove low using low; }  //~ error: circular proof
