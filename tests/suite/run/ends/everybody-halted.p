// A run may end with all machines halted; a hot spec still is hot then.
// verdict tcAlone: holds
// states tcAlone: 3
// transitions tcAlone: 2
// verdict tcWatched: violated: liveness @10
event eDone;
machine Main { start state Only { entry { new Other(); raise halt; } } }
machine Other { start state Only { entry { raise halt; } } }
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
test tcAlone [main=Main]: { Main, Other };
test tcWatched [main=Main]: assert Finishes in { Main, Other };
