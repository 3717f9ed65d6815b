// expect: violated: liveness
event eAsk;
event eAnswer;
machine Main { start state S { entry { send this, eAsk; } on eAsk do { if ($) send this, eAnswer; } on eAnswer do { } } }
spec Answered observes eAsk, eAnswer {
  start cold state Quiet { on eAsk goto Open; }
  hot state Open { on eAnswer goto Quiet; }
}
