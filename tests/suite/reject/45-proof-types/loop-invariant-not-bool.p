// The invariant of a loop must be a bool.
pure limit(): int;

machine Adder {
  var members: set[int];
  var total: int;
  start state Run { entry Sum; }
  fun Sum() {
    var m: int;
    foreach (m in members)
      invariant total + limit();  //~ error: expected bool, found int
    {
      total = total + m;
    }
  }
}
