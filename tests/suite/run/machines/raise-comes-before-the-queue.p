// A raised event is handled before anything that waits in the queue.
// verdict: holds
// states: 3
// transitions: 2
event eQueued;
event eRaised;
machine Main {
  var raised: bool;
  start state Only {
    entry { send this, eQueued; raise eRaised; }
    on eRaised do { raised = true; }
    on eQueued do { assert raised; }
  }
}
