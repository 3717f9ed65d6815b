// A failed expression fits everywhere, so only the innermost mistakes are reported.
fun Limit(n: int): int { return n; }
machine Counter {
  var total: int;
  var log: seq[int];
  start state Idle {
    entry {
      total = Limit(1 + true) * 2;  //~ error: operator '+' does not apply to int and bool
      log[sizeof(total)] = -total;  //~ error: needs a seq, set or map, found int
      if (!(total == "x") && total > 2) {  //~ error: cannot compare int with string
        print format("{0}", missing.field[3]);  //~ error: no variable named 'missing'
      }
    }
  }
}
