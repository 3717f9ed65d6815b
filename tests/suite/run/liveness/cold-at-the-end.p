// A run that ends in a cold state is fine, however hot it was in between.
// verdict: holds
// states: 6
// transitions: 5
event eAsk;
event eAnswer;
machine Main {
  start state Only { entry { send this, eAsk; } on eAsk do { send this, eAnswer; } on eAnswer do { } }
}
spec Answered observes eAsk, eAnswer {
  start cold state Quiet { on eAsk goto Open; ignore eAnswer; }
  hot state Open { on eAnswer goto Quiet; ignore eAsk; }
}
