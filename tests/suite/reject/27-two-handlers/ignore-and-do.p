// A state must not both ignore and handle an event, whatever the order.
event eNoise;
event eOrder: int;

machine Kitchen {
  var last: int;
  start state Cooking {
    ignore eNoise, eOrder;
    on eOrder do (dish: int) { last = dish; }  //~ error: event 'eOrder' already has a handler
  }
}
