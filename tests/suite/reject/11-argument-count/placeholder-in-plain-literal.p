// A literal outside 'format' has no arguments, so it cannot have placeholders.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      print "total {{0}}";
      print "total {0}";  //~ error: 1 argument, found 0
    }
  }
}
