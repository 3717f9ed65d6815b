// Even when the message is there, others may run at a receive.
// verdict: violated: assertion @16
event eGo;
event eBegin;
event eEnd;
machine Main {
  start state Only {
    entry { send this, eGo; new Twin(); announce eBegin; receive { case eGo: { } } announce eEnd; }
  }
}
machine Twin { start state Only { entry { announce eBegin; announce eEnd; } } }
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
