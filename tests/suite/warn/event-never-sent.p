// An event that a machine handles but nobody sends is dead.
event eStart;
event eStop;  //~ warning: event 'eStop' is never sent

machine Engine {
  var running: bool;
  start state Run {
    entry { send this, eStart; }
    on eStart do { running = !running; }
    on eStop do { running = false; }
  }
}
