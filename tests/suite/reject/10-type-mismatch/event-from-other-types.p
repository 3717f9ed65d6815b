// Only events and null fit 'event', and an event fits no other plain type.
event ePing;
machine Client {
  var trigger: event;
  var peer: machine;
  var name: string;
  start state Idle {
    entry {
      trigger = "ePing";  //~ error: expected event, found string
      trigger = this;  //~ error: expected event, found Client
      peer = ePing;  //~ error: expected machine, found event
      name = ePing;  //~ error: expected string, found event
    }
  }
}
