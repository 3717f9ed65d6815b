// Collections fit by kind and element type.
machine Store {
  var log: seq[int];
  var members: set[int];
  var mixed: seq[any];
  start state Idle {
    entry {
      mixed = log;
      log = default(seq[bool]);  //~ error: expected seq[int], found seq[bool]
      log = members;  //~ error: expected seq[int], found set[int]
      members = default(set[float]);  //~ error: expected set[int], found set[float]
      log = mixed;  //~ error: expected seq[int], found seq[any]
    }
  }
}
