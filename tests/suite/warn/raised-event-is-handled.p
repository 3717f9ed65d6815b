// An event that the machine raises itself needs no place in its receives clause.
event eGo;
event eLocal: int;
event eNever;  //~ warning: event 'eNever' is never sent
machine Main receives eGo; {
  start state S {
    entry { send this, eGo; }
    on eGo do { Jump(); }
    on eLocal goto T;
    on eNever do { }  //~ warning: machine 'Main' handles 'eNever', which it does not receive
  }
  state T { entry (n: int) { print format("{0}", n); } ignore eGo; }
  fun Jump() { raise eLocal, 3; }
}
