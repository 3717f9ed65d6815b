// An undeclared event in the 'sends' clause of a machine.
event eRead;
machine Reader sends eRead, eLock; {  //~ error: no event named 'eLock'
  start state Idle { }
}
