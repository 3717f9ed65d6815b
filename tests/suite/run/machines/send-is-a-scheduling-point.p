// Two machines can be between the same two statements when there is a send between them.
// verdict: violated: assertion @22
event eNext;
event eBegin;
event eEnd;
machine Main {
  start state Only {
    entry { new Twin(); announce eBegin; send this, eNext; announce eEnd; }
    on eNext do { }
  }
}
machine Twin {
  start state Only {
    entry { announce eBegin; send this, eNext; announce eEnd; }
    on eNext do { }
  }
}
spec Together observes eBegin, eEnd {
  var inside: bool;
  start state Only {
    on eBegin do {
      assert !inside;
      inside = true;
    }
    on eEnd do { inside = false; }
  }
}
