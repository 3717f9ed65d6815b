// The size may become impossible only later, and then it is an error.
// verdict: violated: quorum @9
event eVote: int;
event eLower;
machine Main {
  var need: int;
  start state Collect {
    entry { need = 2; send this, eVote, 1; send this, eLower; }
    on quorum (need) eVote do { }
    on eLower do { need = need - 3; }
  }
}
