// One premise out of several is enough for a cycle, also of a goal among several.
event eInc;

machine Counter {
  var n: int;
  start state Run { on eInc do { n = n + 1; } }
}

invariant low: forall (c: Counter) :: c.n >= 0;
invariant sane: forall (c: Counter) :: c.n > -5;
Lemma more { invariant tiny: forall (c: Counter) :: c.n > -9; }
Proof { prove low, sane using more; prove more using sane; }  //~ error: circular proof
