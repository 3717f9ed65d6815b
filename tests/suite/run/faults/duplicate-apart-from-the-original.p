// Another sender's message may come between the original and the copy.
// verdict: holds
// states: 8
// transitions: 7
// run: --faults=dup=1:eOne
// verdict: violated: assertion @20
// run: --faults=dup=1:eTwo
// verdict: holds
// states: 15
// transitions: 14
event eOne;
event eTwo;
machine Main { start state Only { entry { var s: machine; s = new Sink(); new Other(s); send s, eOne; } } }
machine Other { start state Only { entry (s: machine) { send s, eTwo; } } }
machine Sink {
  var log: string;
  start state Only {
    on eOne do {
      log = log + "1";
      assert log != "121";
    }
    on eTwo do { log = log + "2"; }
  }
}
