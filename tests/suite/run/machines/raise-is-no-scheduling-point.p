// Between a raise and the handling of the event nobody else can run.
// verdict: holds
// states: 5
// transitions: 4
event eNext;
event eBegin;
event eEnd;
machine Main {
  start state Only {
    entry { new Twin(); announce eBegin; raise eNext; }
    on eNext do { announce eEnd; }
  }
}
machine Twin {
  start state Only {
    entry { announce eBegin; raise eNext; }
    on eNext do { announce eEnd; }
  }
}
spec Together observes eBegin, eEnd {
  var inside: bool;
  start state Only {
    on eBegin do { assert !inside; inside = true; }
    on eEnd do { inside = false; }
  }
}
