// The word quorum is special only between on and a parenthesis, so the size may be a field named quorum.
event quorum: int;
event eVote: bool;

machine Counter {
  var quorum: int;
  start state Run {
    entry { quorum = 2; }
    on quorum (quorum) eVote do (votes: seq[bool]) { goto Done; }
    on quorum do (n: int) { quorum = n; }
  }
  state Done {
    on quorum (quorum + 1) quorum do (sizes: seq[int]) { quorum = sizes[0]; }
    ignore eVote;
  }
}
