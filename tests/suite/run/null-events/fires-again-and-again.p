// null may fire any number of times before a message comes.
// verdict: violated: assertion @9
event eStop;
machine Main {
  var idle: int;
  start state Only {
    entry { new Src(this); }
    on eStop do {
      assert idle != 3;
      goto Done;
    }
    on null do { if (idle < 4) idle = idle + 1; }
  }
  state Done { }
}
machine Src { start state Only { entry (m: machine) { send m, eStop; } } }
