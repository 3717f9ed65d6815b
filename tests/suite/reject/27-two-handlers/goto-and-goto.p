// An event must not lead to two states.
event eTurn;

machine Compass {
  start state North {
    on eTurn goto East;
    on eTurn goto West;  //~ error: event 'eTurn' already has a handler
  }
  state East { on eTurn goto North; }
  state West { on eTurn goto North; }
}
