// A quorum handler takes a sequence of payloads, and its size is an int.
event eVote: (ballot: int, yes: bool);
event eAck: int;
machine Leader {
  start state Collecting {
    on quorum (3) eAck do (ack: int) { assert ack > 0; }  //~ error: expected int, found seq[int]
    on quorum (true) eVote do { print "decided"; }  //~ error: expected int, found bool
  }
}
