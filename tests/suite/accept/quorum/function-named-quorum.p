// A function, a type and a field of a tuple may be called 'quorum' beside quorum handlers.
type quorum = (quorum: int, members: set[machine]);
event eVote: quorum;
fun quorum(quorum: int): int { return quorum / 2 + 1; }
machine Leader {
  var last: quorum;
  start state Run {
    on quorum (2) eVote do (all: seq[quorum]) {
      last = all[0];
      last.quorum = quorum(last.quorum);
    }
  }
}
