// Insertion with two operands is for sequences and maps, with one for sets.
machine Store {
  var log: seq[int];
  var members: set[int];
  var total: int;
  start state Idle {
    entry {
      log += (1);  //~ error: needs a set
      members += (0, 1);  //~ error: needs a seq or map
      total += (1);  //~ error: needs a set
    }
  }
}
