// As many messages as the choice likes: each is handled on its own, and the queue need not grow.
// verdict: violated: assertion @9
event eItem;
machine Main {
  start state Only { entry { var b: machine; b = new Counter(); while ($) { send b, eItem; } } }
}
machine Counter {
  var n: int;
  start state Only { on eItem do { n = n + 1; assert n < 5; } }
}
// not for naive
