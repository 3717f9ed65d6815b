// --narrow=2 takes 0 and 4, which the assumption rules out.  That is no end of a run: there
// is no deadlock.  By hand: new, and before the assumption that fails.
// verdict: violated: deadlock @18
// run: --narrow=2
// verdict: within
// states: 2
// transitions: 1
// run: --narrow=3
// verdict: violated: deadlock @18
event eNever;
axiom true; // so that assumptions are allowed
machine Main {
  start state S {
    entry {
      var n: int;
      n = choose(5);
      assume n == 2;
      receive { case eNever: { } }
    }
  }
}
