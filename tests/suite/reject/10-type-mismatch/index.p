// Sequences and sets are indexed with ints, maps with keys.
machine Store {
  var log: seq[int];
  var members: set[int];
  var names: map[string, int];
  start state Idle {
    entry {
      assert log["first"] == 1;  //~ error: expected int, found string
      assert members[true] == 1;  //~ error: expected int, found bool
      assert names[0] == 1;  //~ error: expected string, found int
      log[1.5] = 2;  //~ error: expected int, found float
      names[null] = 2;  //~ error: expected string, found null
    }
  }
}
