// A crash takes the queue along: nothing is left of what the machine had received.
// verdict: holds
// states: 5
// transitions: 4
// run: --strict-quiescence
// verdict: holds
// states: 5
// transitions: 4
// run: --strict-quiescence --faults=crash=1:Keeper
// verdict: holds
event eItem;
event eFlush;
machine Main {
  start state Only { entry { var k: machine; k = new Keeper(); send k, eItem; send k, eFlush; } }
}
machine Keeper {
  start state Shut { defer eItem; on eFlush goto Open; }
  state Open { on eItem do { } }
}
