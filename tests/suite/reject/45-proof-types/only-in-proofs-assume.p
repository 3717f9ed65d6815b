// Without any proof declaration assume is an error.
machine Adder {
  var total: int;
  start state Run {
    entry {
      assume total == 0;  //~ error: only in proofs
    }
  }
}
