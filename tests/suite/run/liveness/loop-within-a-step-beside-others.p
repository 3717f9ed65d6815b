// While a machine stays in a loop of choices, others run: one of them cools the spec.
// run: --choices=unfair
// verdict: holds
// states: 7
// transitions: 8
// run:
// verdict: holds
// states: 7
// transitions: 8
event eDone;
machine Main {
  start state Only { entry { new Other(); while ($) { } } }
}
machine Other { start state Only { entry { announce eDone; } } }
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { ignore eDone; }
}
test t [main=Main]: assert Finishes in { Main, Other };
