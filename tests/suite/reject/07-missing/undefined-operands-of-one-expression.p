// Two undefined names in one expression give two errors; fields and operators on top of them give none.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      total = left.weight + right.weight * "s";  //~ error: named 'left'
      //~^ error: named 'right'
    }
  }
}
