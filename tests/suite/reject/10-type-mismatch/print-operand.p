// Only strings can be printed.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      print total;  //~ error: expected string, found int
      print this;  //~ error: expected string, found Counter
    }
  }
}
