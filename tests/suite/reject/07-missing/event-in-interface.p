// An undeclared event in an interface.
event eRead;
interface Store(int) receives eRead, eWrite;  //~ error: no event named 'eWrite'
machine Reader {
  start state Idle { ignore eRead; }
}
