// A machine function hides a global one of the same name, whatever its parameters.
fun Weight(item: int, count: int): int { return item * count; }
machine Scale {
  var total: int;
  start state Idle {
    entry { total = Weight(3, 4); }  //~ error: 1 argument, found 2
  }
  fun Weight(item: int): int { return item; }
}
