// A state must not both handle and defer an event.
event eOrder: int;

machine Kitchen {
  var last: int;
  start state Cooking {
    on eOrder do (dish: int) { last = dish; }
    defer eOrder;  //~ error: event 'eOrder' already has a handler
  }
}
