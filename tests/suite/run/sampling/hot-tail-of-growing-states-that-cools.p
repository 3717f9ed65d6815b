// The spec cools down every 900 steps, for a moment within one step, and there are infinitely many states: a run is a
// finding only if its last half has no such step.
// flags: --engine=sample --schedules=5
// run: --max-steps=2000
// verdict: sampled
// run: --max-steps=800
// verdict: violated: liveness @30 spec Answered stayed hot for the last 400 of
event eAsk;
event eAnswer;
event eTick: int;
machine Main {
  var n: int;
  start state Only {
    entry {
      announce eAsk;
      send this, eTick, 0;
    }
    on eTick do {
      n = n + 1;
      if (n % 900 == 0) {
        announce eAnswer;
        announce eAsk;
      }
      send this, eTick, n;
    }
  }
}
spec Answered observes eAsk, eAnswer {
  start cold state Idle { on eAsk goto Open; }
  hot state Open { on eAnswer goto Idle; }
}
