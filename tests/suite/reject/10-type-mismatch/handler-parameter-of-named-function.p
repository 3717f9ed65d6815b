// The parameter of a named handler must accept the payload of each event it handles.
event eJob: int;
event eName: string;
machine Worker {
  start state Idle {
    on eJob do Work;
    on eName do Work;  //~ error: expected int, found string
  }
  fun Work(job: int) { assert job > 0; }
}
