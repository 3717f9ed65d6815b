// An undeclared variable, read and written.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      total = totl + 1;  //~ error: no variable named 'totl'
      rounds = 5;  //~ error: no variable named 'rounds'
    }
  }
}
