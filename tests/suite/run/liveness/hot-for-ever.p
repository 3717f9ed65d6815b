// A run without end in which the spec stays hot is a violation, too.
// verdict: violated: liveness @10
event eAsk;
event eTick;
machine Main {
  start state Only { entry { announce eAsk; send this, eTick; } on eTick do { send this, eTick; } }
}
spec Answered observes eAsk, eTick {
  start cold state Quiet { on eAsk goto Open; ignore eTick; }
  hot state Open { ignore eTick, eAsk; }
}
