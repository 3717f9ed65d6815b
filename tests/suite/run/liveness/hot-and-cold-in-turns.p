// A cycle through hot and cold states is fine: every request is answered.
// verdict: holds
// states: 6
// transitions: 6
event eAsk;
event eAnswer;
machine Main {
  start state Only {
    entry { send this, eAsk; }
    on eAsk do { send this, eAnswer; }
    on eAnswer do { send this, eAsk; }
  }
}
spec Answered observes eAsk, eAnswer {
  start cold state Quiet { on eAsk goto Open; }
  hot state Open { on eAnswer goto Quiet; }
}
