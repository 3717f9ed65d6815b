// What a null handler raises comes before the queue.
// verdict: holds
event eRaised;
event eSent;
machine Main {
  var raised: bool;
  start state Only {
    on null do { send this, eSent; raise eRaised; }
    on eRaised do { raised = true; }
    on eSent do { assert raised; goto Done; }
  }
  state Done { }
}
