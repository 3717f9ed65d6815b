// Deferring an undeclared event.
event ePing;
machine Server {
  start state Idle {
    defer ePing, eReset;  //~ error: no event named 'eReset'
  }
}
