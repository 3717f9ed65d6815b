// A member of a lemma is known as Lemma_member, so two lemmas may use one name.
event eStep;
machine Walker {
  var steps: int;
  start state Run { on eStep do { steps = steps + 1; } }
}
Lemma low { invariant bound: forall (w: Walker) :: w.steps >= 0; }
Lemma lower { invariant bound: forall (w: Walker) :: w.steps > -1; }
invariant bound: forall (w: Walker) :: w.steps >= -5;
Proof {
  prove low;
  prove lower_bound using low_bound;
  prove bound using lower;
}
