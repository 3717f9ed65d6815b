// While votes wait, other messages are handled.
// verdict: violated: assertion @10 1 waiting
event eVote: int;
event eOther;
machine Main {
  start state Collect {
    entry { send this, eVote, 1; send this, eOther; }
    on quorum (2) eVote do { assert false, "quorum"; }
    on eOther do {
      assert false, "1 waiting";
    }
  }
}
