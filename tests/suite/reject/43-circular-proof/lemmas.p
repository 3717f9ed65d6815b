// Two lemmas must not be proved from each other.
event eInc;

machine Counter {
  var n: int;
  start state Run { on eInc do { n = n + 1; } }
}

Lemma bounds { invariant low: forall (c: Counter) :: c.n >= 0; }
Theorem safety { invariant sane: forall (c: Counter) :: c.n > -5; }
Proof { prove bounds using safety; prove safety using bounds; }  //~ error: circular proof
