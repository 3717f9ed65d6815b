// The function of a transition has no loop around it.
event eConnect: int;

machine Socket {
  var port: int;
  start state Closed {
    on eConnect goto Opened with (p: int) { port = p; break; }  //~ error: 'break' outside a loop
  }
  state Opened { entry (p: int) { assert p == port; } }
}
