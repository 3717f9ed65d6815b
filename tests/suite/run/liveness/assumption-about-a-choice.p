// An assumption rules out an alternative.  Runs that never take it are not fair, so that choices are fair must not be the
// only reason why the spec cools down: it never does.
// verdict: unknown
// run: --engine=sets
// verdict: unknown
// run: --choices=unfair
// verdict: violated: liveness @21
invariant tt: true;
event eTick;
event eDone;
machine Main {
  start state S {
    entry { send this, eTick; }
    on eTick do {
      var x: int;
      x = choose(3); assume x != 1;
      send this, eTick;
    }
  }
}
spec Finishes observes eDone { start hot state Trying { on eDone goto Done; } cold state Done { ignore eDone; } }
test tc [main=Main]: assert Finishes in { Main };
// not for naive
