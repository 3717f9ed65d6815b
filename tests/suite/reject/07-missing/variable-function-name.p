// A function is no value.
fun Limit(): int { return 10; }
machine Counter {
  var total: int;
  start state Idle {
    entry { total = Limit; }  //~ error: named 'Limit'
  }
}
