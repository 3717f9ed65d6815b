// Without any proof declaration exists is an error.
machine Adder {
  var members: set[int];
  var found: bool;
  start state Run {
    entry {
      found = exists (m: int) :: m in members;  //~ error: only in proofs
    }
  }
}
