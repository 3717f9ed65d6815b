// There are infinitely many states, so no run comes back to one: what is found is a run that stayed hot over its last half.
// flags: --engine=sample --schedules=5
// verdict: violated: liveness @27 spec Answered stayed hot for the last 5,000 of 5,001 steps, in state Open
// run: --strategy=pct --max-steps=2000
// verdict: violated: liveness @27 spec Answered stayed hot for the last 1,000 of 1,001 steps, in state Open
// run: --strategy=pos --max-steps=2001
// verdict: violated: liveness @27 spec Answered stayed hot for the last 1,001 of 1,002 steps, in state Open
// run: --strategy=rl --max-steps=2000
// verdict: violated: liveness @27 spec Answered stayed hot for the last 1,000 of 1,001 steps, in state Open
// run: --strategy=feedback --max-steps=2000
// verdict: violated: liveness @27 spec Answered stayed hot for the last 1,000 of 1,001 steps, in state Open
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
    on eTick do { n = n + 1; send this, eTick, n; }
  }
}
spec Answered observes eAsk, eAnswer {
  start cold state Idle { on eAsk goto Open; }
  hot state Open { on eAnswer goto Idle; }
}
