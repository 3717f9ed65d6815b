// Tuples fit position by position and never change length.
machine Store {
  var pair: (int, bool);
  start state Idle {
    entry {
      pair = (1, true);
      pair = (true, 1);  //~ error: found (bool
      pair = (1, true, 2);  //~ error: found (int
      pair = 1;  //~ error: found int
    }
  }
}
