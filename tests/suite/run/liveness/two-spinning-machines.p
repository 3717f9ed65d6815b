// Each of two machines that run for ever gets its turns.
// verdict: holds
// states: 11
// transitions: 19
event eTick;
event eTurn: int;
machine Main { start state Only { entry { new Spinner(1); new Spinner(2); } } }
machine Spinner {
  var id: int;
  start state Only {
    entry (n: int) { id = n; send this, eTick; }
    on eTick do { announce eTurn, id; send this, eTick; }
  }
}
spec SecondRuns observes eTurn {
  start hot state Waiting { on eTurn do (id: int) { if (id == 2) goto Seen; } }
  cold state Seen { on eTurn do (id: int) { if (id == 1) goto Waiting; } }
}
