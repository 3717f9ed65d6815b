// A global function can send on behalf of its caller but cannot name it.
event eHello: machine;
fun Greet(peer: machine) {
  send peer, eHello, this;  //~ error: 'this' outside a machine
}
machine Node {
  start state Idle { entry (peer: machine) { Greet(peer); } }
}
