// The body of an invariant must be a bool.
machine Counter {
  var n: int;
  start state Run { entry { n = 1; } }
}

pure limit(): int;
invariant bounded: limit() + 1;  //~ error: expected bool, found int
