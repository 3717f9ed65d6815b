// A run that ends with a spec in a hot state has failed to do something.
// verdict: violated: liveness @10
event eAsk;
event eAnswer;
machine Main {
  start state Only { entry { send this, eAsk; } on eAsk do { if ($) send this, eAnswer; } on eAnswer do { } }
}
spec Answered observes eAsk, eAnswer {
  start cold state Quiet { on eAsk goto Open; ignore eAnswer; }
  hot state Open { on eAnswer goto Quiet; ignore eAsk; }
}
