// As narrow-cycle.p, but the loop is within a step: only 2 leaves it.
// verdict: holds
// run: --narrow=2
// verdict: within
// run: --narrow=3
// verdict: within
// run: --narrow=2 --engine=sets
// verdict: within
// run: --choices=unfair
// verdict: violated: liveness @18
// run: --choices=unfair --narrow=2
// verdict: violated: liveness @18
// run: --choices=unfair --narrow=2 --engine=sets
// verdict: violated: liveness @18
event eCold;

spec Waits observes eCold {
  start hot state Hot { on eCold goto Cold; }
  cold state Cold { ignore eCold; }
}

machine Main {
  start state S { entry { goto Round; } }
  state Round {
    entry {
      if (choose(5) == 2) { goto Done; }
      goto Round;
    }
  }
  state Done { entry { announce eCold; } }
}

test tc [main=Main]: assert Waits in { Main };
