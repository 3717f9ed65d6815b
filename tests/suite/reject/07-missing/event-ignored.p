// Ignoring an undeclared event.
event ePing;
machine Server {
  start state Idle {
    ignore eReset, ePing;  //~ error: no event named 'eReset'
  }
}
