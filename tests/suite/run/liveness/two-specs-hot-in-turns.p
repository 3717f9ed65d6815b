// At every moment some spec is hot, but each of them cools again and again.
// verdict: holds
// states: 6
// transitions: 6
event eTick;
machine Main { start state Only { entry { send this, eTick; } on eTick do { send this, eTick; } } }
spec Even observes eTick {
  start hot state Busy { on eTick goto Rest; }
  cold state Rest { on eTick goto Busy; }
}
spec Odd observes eTick {
  start cold state Rest { on eTick goto Busy; }
  hot state Busy { on eTick goto Rest; }
}
