// Undeclared functions, called as a statement and in an expression.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      Reset();  //~ error: no function named 'Reset'
      total = Next(total) + 1;  //~ error: no function named 'Next'
    }
  }
}
