// An undeclared function as entry function.
machine Counter {
  var total: int;
  start state Idle {
    entry Initialise;  //~ error: no function named 'Initialise'
  }
}
