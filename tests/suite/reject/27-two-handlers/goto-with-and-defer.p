// A state must not both leave on an event and defer it.
event eFull;

machine Tank {
  var fills: int;
  start state Filling {
    on eFull goto Draining with { fills = fills + 1; }
    defer eFull;  //~ error: event 'eFull' already has a handler
  }
  state Draining { ignore eFull; }
}
