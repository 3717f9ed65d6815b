// 'targets' cannot name a parameter.
// flags: --strict-p
event ePing;
fun Broadcast(targets: seq[machine]);  //~ error: 'targets' is a reserved word
machine Node {
  start state Idle { ignore ePing; }
}
