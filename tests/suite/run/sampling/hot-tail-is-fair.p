// By priorities alone the clock may starve the server for thousands of steps.  The last half of a run is fair, whatever
// the strategy, and the server answers there.  The numbers that grow keep the explicit engine from a verdict.
// flags: --engine=sample --schedules=20 --max-steps=2000
// run: --strategy=pct --pct-depth=1
// verdict: sampled
// run: --strategy=pos
// verdict: sampled
// run: --strategy=rl
// verdict: sampled
// run: --strategy=random
// verdict: sampled
// run: --strategy=feedback
// verdict: sampled
// run: --engine=auto --auto-states=3000 --max-states=10000
// verdict: unknown
event eAsk;
event eAnswer;
event eTick: int;
machine Main {
  start state Only {
    entry {
      new Clock();
      new Server();
    }
  }
}
machine Clock {
  start state Only {
    entry { send this, eTick, 0; }
    on eTick do (n: int) { send this, eTick, n + 1; }
  }
}
machine Server {
  start state Only {
    entry {
      announce eAsk;
      send this, eAnswer;
    }
    on eAnswer do { announce eAsk; send this, eAnswer; }
  }
}
spec Answered observes eAsk, eAnswer {
  start hot state Open { on eAnswer goto Idle; ignore eAsk; }
  cold state Idle { on eAsk goto Open; ignore eAnswer; }
}
