// The size is computed when the machine looks at its queue: votes that wait may become enough.
// verdict: violated: assertion @10 1 suffices
event eVote: int;
event eLower;
machine Main {
  var need: int;
  start state Collect {
    entry { need = 2; send this, eVote, 1; send this, eLower; }
    on quorum (need) eVote do (votes: seq[int]) {
      assert need == 2, format("{0} suffices", sizeof(votes));
    }
    on eLower do { need = 1; }
  }
}
