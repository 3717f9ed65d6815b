// A machine may create instances of itself and of machines declared later.
machine Cell {
  var child, twin: Cell;
  start state Grow {
    entry (depth: int) {
      if (depth > 0) {
        child = new Cell(depth - 1);
        new Cell(0);
        twin = new Seed(child);
      }
    }
  }
}

machine Seed {
  start state Rest { entry (c: Cell) { } }
}
