// What is removed must be an index, a key or an element.
machine Store {
  var log: seq[string];
  var names: map[string, int];
  var members: set[int];
  var total: int;
  start state Idle {
    entry {
      log -= ("first");  //~ error: expected int, found string
      names -= (0);  //~ error: expected string, found int
      members -= (false);  //~ error: expected int, found bool
      total -= 1;  //~ error: needs a seq, set or map
    }
  }
}
