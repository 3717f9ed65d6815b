// A 'goto' cannot leave for a state of another machine.
machine Server {
  start state Idle { }
  state Busy { }
}
machine Client {
  start state Resting {
    entry { goto Busy; }  //~ error: no state named 'Busy'
  }
}
