// A cold state that is left in the same step counts as entered.
// verdict: holds
// states: 4
// transitions: 4
event eTick;
machine Main { start state Only { entry { send this, eTick; } on eTick do { send this, eTick; } } }
spec Cools observes eTick {
  start hot state Busy { on eTick goto Rest; }
  cold state Rest { entry { goto Busy; } ignore eTick; }
}
