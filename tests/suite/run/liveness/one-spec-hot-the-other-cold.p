// A spec that cools does not cool another one.
// verdict: violated: liveness @11
event eTick;
machine Main { start state Only { entry { send this, eTick; } on eTick do { send this, eTick; } } }
spec Cools observes eTick {
  start hot state Busy { on eTick goto Rest; }
  cold state Rest { on eTick goto Busy; }
}
spec Burns observes eTick {
  start cold state Rest { on eTick goto Busy; }
  hot state Busy { ignore eTick; }
}
