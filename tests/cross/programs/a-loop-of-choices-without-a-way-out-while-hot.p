// expect: violated: runaway
event eDone;
machine Main { start state Only { entry { while ($ == $ || true) { } } } }
spec Finishes observes eDone {
  start state Trying { on eDone goto Hot; }
  hot state Hot { ignore eDone; }
}
test t [main=Main]: assert Finishes in { Main };
