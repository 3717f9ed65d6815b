// Creation follows the same rule as sending.
machine Grid {
  start state Idle { entry (size: (int, int)) { assert size.0 > 0; } }
}
machine Driver {
  start state Idle {
    entry {
      new Grid(3, 4);
      new Grid(3, 4, 5);  //~ error: 2 arguments, found 3
    }
  }
}
