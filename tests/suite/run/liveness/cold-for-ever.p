// A run without end is fine while the spec is cold.
// verdict: holds
// states: 4
// transitions: 4
event eAsk;
event eAnswer;
event eTick;
machine Main {
  start state Only {
    entry { announce eAsk; send this, eTick; announce eAnswer; }
    on eTick do { send this, eTick; }
  }
}
spec Answered observes eAsk, eAnswer {
  start cold state Quiet { on eAsk goto Open; ignore eAnswer; }
  hot state Open { on eAnswer goto Quiet; ignore eAsk; }
}
