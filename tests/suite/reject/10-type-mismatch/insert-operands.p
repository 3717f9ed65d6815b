// Inserted indices, keys and values must fit the collection.
machine Store {
  var log: seq[int];
  var names: map[int, string];
  var members: set[int];
  start state Idle {
    entry {
      log += ("end", 1);  //~ error: expected int, found string
      log += (0, true);  //~ error: expected int, found bool
      names += ("anna", "anna");  //~ error: expected int, found string
      names += (1, 1);  //~ error: expected string, found int
      members += ("anna");  //~ error: expected int, found string
    }
  }
}
