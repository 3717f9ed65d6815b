// A run of 300 steps is hot, and cools down in the end.  With --engine=auto the explicit engine judges liveness, and a
// random run that is merely long is no finding.
// flags: --engine=auto --max-steps=100
// verdict: holds
event eAsk;
event eAnswer;
event eTick: int;
machine Main {
  start state Only {
    entry {
      announce eAsk;
      new Other();
      new Other();
    }
  }
}
machine Other {
  start state Only {
    entry { send this, eTick, 0; }
    on eTick do (n: int) {
      if (n < 60) { send this, eTick, n + 1; }
      else { announce eAnswer; }
    }
  }
}
spec Answered observes eAsk, eAnswer {
  start cold state Idle { on eAsk goto Open; ignore eAnswer; }
  hot state Open { on eAnswer goto Idle; }
}
