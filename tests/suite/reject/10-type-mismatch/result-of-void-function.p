// A call of a function without result gives null, which fits no int.
machine Counter {
  var total: int;
  start state Idle {
    entry { total = Advance(); }  //~ error: expected int, found null
  }
  fun Advance() { total = total + 1; }
}
