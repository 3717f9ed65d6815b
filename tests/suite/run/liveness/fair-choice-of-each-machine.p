// Each machine's `$$` is fair for itself: one cannot live on the luck of the other.
// verdict: holds
// states: 11
// transitions: 27
event eTry;
event eDone: bool;
machine Main { start state Only { entry { new Gambler(true); new Gambler(false); } } }
machine Gambler {
  var me: bool;
  start state Only {
    entry (m: bool) { me = m; send this, eTry; }
    on eTry do { if ($$) announce eDone, me; send this, eTry; }
  }
}
spec FirstWins observes eDone {
  start hot state Trying { on eDone do (me: bool) { if (me) goto Done; } }
  cold state Done { ignore eDone; }
}
