// A machine body holds fields, functions and states, no statements.
machine Counter {
  var total: int;
  total = 10;  //~ error: found 'total'
  start state Idle { }
}
