// A cycle through hot and warm states is a violation: no cold state is ever entered.
// verdict: violated: liveness @14
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
  start state Half { on eAsk goto Open; }
  hot state Open { on eAnswer goto Half; }
}
