// An undeclared event in the 'receives' clause of a machine.
event eRead;
machine Store receives eRead, eWrite; {  //~ error: no event named 'eWrite'
  start state Idle { ignore eRead; }
}
