// Without any proof declaration forall is an error.
machine Adder {
  var members: set[int];
  start state Run {
    entry {
      assert forall (m: int) :: m in members;  //~ error: only in proofs
    }
  }
}
