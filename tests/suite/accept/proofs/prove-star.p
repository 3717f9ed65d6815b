// 'prove *' takes every invariant as a goal, except those listed.
machine Idle { var n: int; start state Run { } }
invariant base: forall (i: Idle) :: i.n == 0;
Lemma rest {
  invariant low: forall (i: Idle) :: i.n >= 0;
  invariant high: forall (i: Idle) :: i.n <= 0;
}
Proof all { prove *; }
Proof most { prove * except base; }
Proof withBase { prove * using base except base; }
