// A global function belongs to no machine.
fun Self(): machine {
  return this;  //~ error: 'this' outside a machine
}
machine Node {
  start state Idle { entry { assert Self() == this; } }
}
