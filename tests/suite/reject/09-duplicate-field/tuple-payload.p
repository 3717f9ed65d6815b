// A payload that repeats a field.
event eMove: (x: int, y: int);
machine Robot {
  start state Idle {
    entry {
      send this, eMove, (x = 1, y = 2, y = 3);  //~ error: field 'y' appears twice
    }
    ignore eMove;
  }
}
