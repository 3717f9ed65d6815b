// Three uses in one global function, none of which causes another error.
event eHello: machine;
machine Node { start state Idle { ignore eHello; } }
fun Join(peers: set[machine], ring: Node): int {
  if (this in peers) return 0;  //~ error: 'this' outside a machine
  ring = this;  //~ error: 'this' outside a machine
  return this + 1;  //~ error: 'this' outside a machine
}
