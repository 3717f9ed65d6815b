// Arguments are checked in calls of machine functions as statements.
machine Counter {
  var total: int;
  start state Idle {
    entry { Add(2.5); }  //~ error: expected int, found float
  }
  fun Add(n: int) { total = total + n; }
}
