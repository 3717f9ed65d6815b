// The event halt can be handled, transited on, deferred and ignored like any other event.
event eWake;

machine Phoenix {
  var lives: int;
  start state Alive {
    on halt do { lives = lives + 1; if (lives > 8) goto Ashes; }
  }
  state Ashes {
    on halt, eWake goto Alive with { lives = 0; }
  }
  state Stone {
    defer halt;
    on eWake do Crumble;
  }
  state Dust {
    ignore halt;
    on eWake do { raise halt; }
  }
  fun Crumble() { send this, halt; }
}
