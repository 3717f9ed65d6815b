// Four calls with wrong numbers of arguments, each reported once and without further errors.
fun Add(left: int, right: int): int { return left + right; }
machine Counter {
  var total: int;
  start state Idle {
    entry {
      total = Add(1) + 2;  //~ error: 2 arguments, found 1
      if (Add() > 3) {  //~ error: 2 arguments, found 0
        print format("{0} {1}", total);  //~ error: 2 arguments, found 1
      }
      goto Done, total;  //~ error: found 1
    }
  }
  state Done { }
}
