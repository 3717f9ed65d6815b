// Two states may handle the same event, one state may not do so twice.
event eBeat;

machine Heart {
  var beats: int;
  start state Calm {
    on eBeat goto Excited;
  }
  state Excited {
    on eBeat do { beats = beats + 1; }
    defer eBeat;  //~ error: event 'eBeat' already has a handler
  }
}
