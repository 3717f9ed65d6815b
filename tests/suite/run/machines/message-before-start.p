// A message can be in the queue of a machine that has not started yet.
// verdict: violated: assertion @13 sent before the start
event eUse;
event eUsed;
event eStarted;
machine Main {
  start state Only { entry { var d: machine; d = new Device(); send d, eUse; announce eUsed; } }
}
machine Device { start state Only { entry { announce eStarted; } on eUse do { } } }
spec StartedFirst observes eUsed, eStarted {
  start state Waiting {
    on eUsed do {
      assert false, "sent before the start";
    }
    on eStarted goto Running;
  }
  state Running { ignore eUsed; }
}
