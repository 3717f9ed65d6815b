// A command may have several goals, several premises and several exceptions.
machine Idle { var n: int; start state Run { } }
invariant a: forall (i: Idle) :: i.n == 0;
invariant b: forall (i: Idle) :: i.n >= 0;
invariant c: forall (i: Idle) :: i.n <= 0;
Lemma signs { invariant plus: forall (i: Idle) :: i.n > -1; invariant minus: forall (i: Idle) :: i.n < 1; }
invariant d: true;
Proof {
  prove a;
  prove b, c using a;
  prove signs, d using a, b, c;
  prove default using a, signs except d;
  prove default using * except d, signs;
}
