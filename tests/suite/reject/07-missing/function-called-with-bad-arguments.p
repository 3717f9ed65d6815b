// The arguments of an unknown function are checked all the same.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      total = Combine(  //~ error: no function named 'Combine'
        missing,  //~ error: no variable named 'missing'
        1 + true);  //~ error: operator '+' does not apply to int and bool
    }
  }
}
