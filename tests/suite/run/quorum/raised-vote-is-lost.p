// A raised event has no sender to count: where a quorum is wanted it is lost, like a deferred one.
// verdict: holds
event eVote: int;
event eEnd;
machine Main {
  start state Collect {
    entry { send this, eEnd; raise eVote, 1; }
    on quorum (1) eVote do { assert false; }
    on eEnd goto Done;
  }
  state Done { on eVote do { assert false; } }
}
