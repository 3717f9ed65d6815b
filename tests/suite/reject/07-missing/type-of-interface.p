// An undeclared constructor type of an interface.
event eWork: int;
interface Pool(tPoolConfig) receives eWork;  //~ error: no type named 'tPoolConfig'
machine Worker {
  start state Idle { ignore eWork; }
}
