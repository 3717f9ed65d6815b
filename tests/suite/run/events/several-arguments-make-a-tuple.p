// Several payload arguments of send and raise arrive as one tuple.
// verdict: violated: assertion @12 1 2 3 4
event ePair: (int, int);
event eRaised: (int, int);
machine Main {
  var log: string;
  start state Only {
    entry { send this, ePair, 3, 4; raise eRaised, 1, 2; }
    on eRaised do (p: (int, int)) { log = format("{0} {1} ", p.0, p.1); }
    on ePair do (p: (int, int)) {
      log = log + format("{0} {1}", p.0, p.1);
      assert false, log;
    }
  }
}
