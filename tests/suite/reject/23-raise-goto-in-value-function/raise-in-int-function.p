// A function that returns a value must not raise an event.
event eOverflow;

machine Counter {
  var count: int;
  start state Run {
    entry { count = Next(count); }
    on eOverflow do { count = 0; }
  }
  fun Next(n: int): int {
    if (n > 100) {
      raise eOverflow;  //~ error: 'raise' in a function that returns a value
    }
    return n + 1;
  }
}
