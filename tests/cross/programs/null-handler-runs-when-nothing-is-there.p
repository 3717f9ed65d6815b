// expect: violated: assertion
event eStop;
machine Main {
  var idle: int;
  start state S {
    entry { new Stopper(this); }
    on null do { idle = idle + 1; assert idle < 3; }
    on eStop goto Done;
  }
  state Done { }
}
machine Stopper { start state S { entry (m: machine) { send m, eStop; } } }
