// The last statement of a block needs its semicolon too.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      total = 1
    }  //~^ error: found '}'
  }
}
