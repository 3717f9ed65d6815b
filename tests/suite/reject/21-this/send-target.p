// Sending to oneself from a global function.
event eTick: int;
fun Remind(n: int) {
  send this, eTick, n;  //~ error: 'this' outside a machine
}
machine Node {
  start state Idle { entry { Remind(3); } ignore eTick; }
}
