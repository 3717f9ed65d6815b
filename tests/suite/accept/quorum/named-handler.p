// A quorum handler may be a function of the machine.
event eAck: int;
event eNack;
machine Writer {
  var acks: seq[int];
  start state Wait {
    on quorum (3) eAck do Committed;
    on quorum (2) eNack do Failed;
  }
  state Over { ignore eAck, eNack; }
  fun Committed(all: seq[int]) { acks = all; goto Over; }
  fun Failed() { raise halt; }
}
