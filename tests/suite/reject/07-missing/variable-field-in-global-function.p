// A global function does not see the fields of the machine that calls it.
machine Counter {
  var total: int;
  start state Idle { entry { Report(); } }
}
fun Report() {
  assert total > 0;  //~ error: no variable named 'total'
}
