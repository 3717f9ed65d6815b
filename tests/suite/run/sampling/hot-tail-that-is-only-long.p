// The run is hot over its last half, but all states are known to the explicit engine: it cools down later.  With longer
// runs nothing is suspicious.
// flags: --engine=sample --schedules=5
// run: --max-steps=100
// verdict: sampled
// run: --max-steps=1000
// verdict: sampled
// run: --engine=explicit
// verdict: holds
event eAsk;
event eAnswer;
event eTick;
machine Main {
  var n: int;
  start state Only {
    entry {
      announce eAsk;
      send this, eTick;
    }
    on eTick do {
      n = n + 1;
      if (n < 300) { send this, eTick; }
      else { announce eAnswer; }
    }
  }
}
spec Answered observes eAsk, eAnswer {
  start cold state Idle { on eAsk goto Open; }
  hot state Open { on eAnswer goto Idle; }
}
