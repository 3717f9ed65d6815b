// Sent twice, a message survives one loss, but not two.
// verdict: holds
// states: 8
// transitions: 8
// run: --faults=loss=1
// verdict: holds
// states: 11
// transitions: 13
// run: --faults=loss=2
// verdict: violated: liveness @16
event eItem;
event eGot;
machine Main { start state Only { entry { var s: machine; s = new Sink(); send s, eItem; send s, eItem; } } }
machine Sink { start state Only { on eItem do { announce eGot; } } }
spec Arrives observes eGot {
  start hot state None { on eGot goto Some; }
  cold state Some { ignore eGot; }
}
