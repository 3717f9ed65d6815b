// A loop of gotos and choices within one step is like the same loop through a message to itself: with unfair choices
// both can go on for ever, with fair ones neither can.
// run: --choices=unfair
// verdict tStep: violated: liveness @29
// verdict tSend: violated: liveness @29
// run:
// verdict tStep: holds
// states tStep: 4
// transitions tStep: 4
// verdict tSend: holds
// states tSend: 4
// transitions tSend: 5
event eDone;
event eTick;
machine Step {
  start state Begin { entry { goto Loop; } }
  state Loop { entry { if ($) { goto Done; } goto Loop; } }
  state Done { entry { announce eDone; } }
}
machine Send {
  start state Begin { entry { goto Loop; } }
  state Loop {
    entry { if ($) { goto Done; } send this, eTick; }
    on eTick goto Loop;
  }
  state Done { entry { announce eDone; } }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { ignore eDone; }
}
test tStep [main=Step]: assert Finishes in { Step };
test tSend [main=Send]: assert Finishes in { Send };
