// The body of a quantifier must be a bool.
machine Counter {
  var n: int;
  start state Run { entry { n = 1; } }
}

invariant bounded: forall (c: Counter) :: c.n + 1;  //~ error: expected bool, found int
