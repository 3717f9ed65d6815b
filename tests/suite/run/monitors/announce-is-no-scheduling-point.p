// Between two announcements in a row nobody else runs.
// verdict: holds
// states: 5
// transitions: 4
event eBegin;
event eEnd;
machine Main { start state Only { entry { new Twin(); announce eBegin; announce eEnd; } } }
machine Twin { start state Only { entry { announce eBegin; announce eEnd; } } }
spec Together observes eBegin, eEnd {
  var inside: bool;
  start state Only {
    on eBegin do { assert !inside; inside = true; }
    on eEnd do { inside = false; }
  }
}
