// The rule holds for halt as for any other event.
machine Immortal {
  var deaths: int;
  start state Alive {
    on halt do { deaths = deaths + 1; }
    ignore halt;  //~ error: event 'halt' already has a handler
  }
}
