// Two `$$` asked together may always disagree, and both be fair.
// verdict: violated: liveness @18
event eTry;
event eDone;
machine Main {
  start state Only {
    entry { send this, eTry; }
    on eTry do {
      var a: bool;
      var b: bool;
      a = $$;
      b = $$;
      if (a && b) announce eDone; else send this, eTry;
    }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
