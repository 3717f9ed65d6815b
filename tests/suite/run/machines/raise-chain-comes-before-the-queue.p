// Events raised by handlers of raised events still come before the queue.
// verdict: violated: assertion @13 abc
event eQueued;
event eA; event eB; event eC;
machine Main {
  var log: string;
  start state Only {
    entry { send this, eQueued; raise eA; }
    on eA do { log = log + "a"; raise eB; }
    on eB do { log = log + "b"; raise eC; }
    on eC do { log = log + "c"; }
    on eQueued do {
      assert false, log;
    }
  }
}
