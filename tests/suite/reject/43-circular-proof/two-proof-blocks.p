// The premises of all proof blocks are taken together.
event eInc;

machine Counter {
  var n: int;
  start state Run { on eInc do { n = n + 1; } }
}

invariant low: forall (c: Counter) :: c.n >= 0;
invariant lower: forall (c: Counter) :: c.n > -1;
Proof first { prove low using lower; } Proof second { prove lower using low; }  //~ error: circular proof
