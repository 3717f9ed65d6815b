// The list of one handler must not repeat an event.
event eOn;
event eOff;

machine Lamp {
  var toggles: int;
  start state Run {
    on eOn, eOff, eOn do { toggles = toggles + 1; }  //~ error: event 'eOn' already has a handler
  }
}
