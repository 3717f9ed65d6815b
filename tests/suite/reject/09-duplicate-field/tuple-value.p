// A named tuple value cannot have a field twice.
machine Robot {
  var place: (x: int, y: int);
  start state Idle {
    entry {
      place = (x = 1, x = 2);  //~ error: field 'x' appears twice
    }
  }
}
