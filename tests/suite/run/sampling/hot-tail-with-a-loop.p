// Where the explicit engine finds a run that is hot forever, that is what is reported.
// flags: --engine=sample --schedules=5
// verdict: violated: liveness @20 spec Answered can stay hot forever, in state Open
// run: --engine=explicit
// verdict: violated: liveness @20 spec Answered can stay hot forever, in state Open
event eAsk;
event eAnswer;
event eTick;
machine Main {
  start state Only {
    entry {
      announce eAsk;
      send this, eTick;
    }
    on eTick do { send this, eTick; }
  }
}
spec Answered observes eAsk, eAnswer {
  start cold state Idle { on eAsk goto Open; }
  hot state Open { on eAnswer goto Idle; }
}
