// The parameter of an anonymous handler must accept the event's payload.
event eJob: int;
event eStop;
machine Worker {
  start state Idle {
    on eJob do (job: string) { print job; }  //~ error: expected string, found int
    on eStop do (code: int) { assert code == 0; }  //~ error: expected int, found null
  }
}
