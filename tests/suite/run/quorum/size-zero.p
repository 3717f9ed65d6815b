// A quorum of nobody is an error.
// verdict: violated: quorum @8
event eVote: int;
machine Main {
  var need: int;
  start state Collect {
    entry { send this, eVote, 1; }
    on quorum (need) eVote do { }
  }
}
