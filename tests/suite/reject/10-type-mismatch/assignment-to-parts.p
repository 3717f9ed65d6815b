// Assignments to fields, tuple positions, elements and map values are checked too.
machine Store {
  var place: (x: int, y: int);
  var pair: (int, string);
  var log: seq[int];
  var names: map[int, string];
  start state Idle {
    entry {
      place.x = "left";  //~ error: expected int, found string
      pair.1 = 4;  //~ error: expected string, found int
      log[0] = false;  //~ error: expected int, found bool
      names[3] = 3;  //~ error: expected string, found int
    }
  }
}
