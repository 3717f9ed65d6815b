// An undeclared event in an event set.
event eStop;
eventset Control = { eStop, ePause };  //~ error: no event named 'ePause'
machine Player {
  start state Idle { ignore eStop; }
}
