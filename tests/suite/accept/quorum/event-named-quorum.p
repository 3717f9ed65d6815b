// 'quorum' is no reserved word: an event, a state or a variable may have this name.
event quorum: int;
event eVote: int;
machine Counter receives quorum, eVote; sends quorum; {
  var needed: int;
  start state Plain {
    entry { needed = 2; }
    on quorum do (n: int) { needed = n; goto Both; }
    defer eVote;
  }
  state Both { on quorum, eVote do (n: int) { if (n == needed) goto quorum; goto Special; } }
  state quorum { on quorum goto Plain; ignore eVote; }
  state Special {
    on quorum (needed) quorum do (ns: seq[int]) { raise quorum, ns[0]; }
    on quorum (2) eVote do { receive { case quorum: (n: int) { } } goto Deaf; }
  }
  state Deaf { ignore quorum; on eVote goto Plain with { send this, quorum, needed; } }
}
machine Other {
  var quorum: int;
  start state Run {
    on quorum (quorum) eVote do (votes: seq[int]) { quorum = quorum + sizeof(votes); }
    on quorum do (quorum: int) { assert quorum > 0; }
  }
}
