// Quorum handlers are Synod's own and rejected where plain P is asked for.
// flags: --strict-p
event eVote: int;
machine Leader {
  start state Collecting {
    on quorum (2) eVote do Count;  //~ error: 'quorum' is an extension of P
  }
  fun Count(votes: seq[int]) { }
}
