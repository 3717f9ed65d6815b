// The condition of assume must be a bool.
pure limit(): int;

machine Adder {
  var total: int;
  start state Run {
    entry {
      assume total <= limit();
      assume total;  //~ error: expected bool, found int
    }
  }
}
