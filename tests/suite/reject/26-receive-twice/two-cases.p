// One receive must not have two cases for the same event.
event eAck: int;
event eNack;

machine Sender {
  var acked: int;
  start state Run {
    entry {
      receive {
        case eAck: (n: int) { acked = n; }
        case eNack: { acked = -1; }
        case eAck: (m: int) { acked = m + 1; }  //~ error: 'eAck' appears twice in this receive
      }
    }
  }
}
