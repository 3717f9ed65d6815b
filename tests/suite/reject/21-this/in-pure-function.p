// A pure function belongs to no machine.
machine Node { start state Idle { } }
pure self(): machine = this;  //~ error: 'this' outside a machine
pure leader(): machine;
axiom leader() == leader();
