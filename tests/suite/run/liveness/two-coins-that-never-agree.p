// Two choices at different places may always disagree, and both be fair: also within one step, and by default.
// run: --choices=unfair
// verdict: violated: liveness @18
// run:
// verdict: violated: liveness @18
event eDone;
machine Main {
  start state Only {
    entry {
      var a, b: bool;
      b = true;
      while (a != b) { a = $; b = $; }
      announce eDone;
    }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { ignore eDone; }
}
test t [main=Main]: assert Finishes in { Main };
