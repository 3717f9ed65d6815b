// Four independent bad statements give four errors.
fun Limit(n: int): int { return n; }
machine Counter {
  var total: int;
  start state Idle {
    entry {
      total = "none";  //~ error: expected int, found string
      total = Limit(true);  //~ error: expected int, found bool
      if (total) { print "some"; }  //~ error: expected bool, found int
      print total;  //~ error: expected string, found int
      total = Limit(total);
    }
  }
}
