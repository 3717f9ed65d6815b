// A warm state that is left in the same step does not help.
// verdict: violated: liveness @6
event eTick;
machine Main { start state Only { entry { send this, eTick; } on eTick do { send this, eTick; } } }
spec Cools observes eTick {
  start hot state Busy { on eTick goto Rest; }
  state Rest { entry { goto Busy; } ignore eTick; }
}
