// A field declaration has no initialiser.
machine Counter {
  var total: int = 10;  //~ error: found '='
  start state Idle { }
}
