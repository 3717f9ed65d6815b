// A machine declares an interface of its own name, so another one of that name is a duplicate.
event eWork: int;
machine Pool receives eWork; {
  start state Idle { ignore eWork; }
}
interface Pool() receives eWork;  //~ error: 'Pool' is already declared
