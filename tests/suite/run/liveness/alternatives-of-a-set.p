// Each element that is in the set again and again is chosen again and again, but not one that has left it for good.
// run: --choices=unfair
// verdict tStays: violated: liveness @27
// verdict tLeaves: violated: liveness @27
// run:
// verdict tStays: holds
// states tStays: 4
// transitions tStays: 4
// verdict tLeaves: violated: liveness @27
event eTry;
event eDone;
machine Stays {
  var s: set[int];
  start state Only {
    entry { s += (1); s += (2); s += (3); send this, eTry; }
    on eTry do { if (choose(s) == 3) announce eDone; else send this, eTry; }
  }
}
machine Leaves {
  var s: set[int];
  start state Only {
    entry { s += (1); s += (2); s += (3); send this, eTry; }
    on eTry do { if (choose(s) == 3) announce eDone; else { s -= (3); send this, eTry; } }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { ignore eDone; }
}
test tStays [main=Stays]: assert Finishes in { Stays };
test tLeaves [main=Leaves]: assert Finishes in { Leaves };
