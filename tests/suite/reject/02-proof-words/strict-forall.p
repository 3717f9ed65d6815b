// A quantifier is no expression of plain P.
// flags: --strict-p
machine Node {
  start state Idle {
    entry { assert forall (n: int) :: n * 0 == 0; }  //~ error: 'forall' belongs to the proof dialect
  }
}
