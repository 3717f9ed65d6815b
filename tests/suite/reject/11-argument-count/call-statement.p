// The number of arguments is checked in statement calls of machine functions.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      Add();  //~ error: 2 arguments, found 0
      Add(1, 2, 3);  //~ error: 2 arguments, found 3
    }
  }
  fun Add(n: int, times: int) { total = total + n * times; }
}
