// A quorum handler names the event whose messages it consumes.
event eVote: int;
machine Leader {
  start state Collecting {
    on quorum (2) do Count;  //~ error: 'do'
  }
  fun Count(votes: seq[int]) { }
}
