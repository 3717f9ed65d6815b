// Premises may be shared and commands may come in any order, as long as no goal depends on itself.
machine Idle { var n: int; start state Run { } }
invariant top: forall (i: Idle) :: i.n == 0;
invariant left: forall (i: Idle) :: i.n >= 0;
invariant right: forall (i: Idle) :: i.n <= 0;
invariant bottom: true;
Proof first {
  prove top using left, right;
  prove right using bottom;
}
Proof second {
  prove left using bottom;
  prove top using bottom;
  prove bottom;
  prove default using top, left, right, bottom;
}
