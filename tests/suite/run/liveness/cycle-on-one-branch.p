// Only one branch leads into the hot cycle.
// verdict: violated: liveness @14
event eTick;
event eAsk;
event eDone;
machine Main {
  start state Only {
    entry { announce eAsk; if ($) announce eDone; send this, eTick; }
    on eTick do { send this, eTick; }
  }
}
spec Finishes observes eAsk, eDone {
  start cold state Quiet { on eAsk goto Open; ignore eDone; }
  hot state Open { on eDone goto Quiet; ignore eAsk; }
}
