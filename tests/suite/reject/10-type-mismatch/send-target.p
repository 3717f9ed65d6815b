// The target of a send must be a machine.
event ePing;
machine Client {
  var servers: seq[machine];
  start state Idle {
    entry {
      send 1, ePing;  //~ error: expected machine, found int
      send servers, ePing;  //~ error: expected machine, found seq[machine]
      send ePing, ePing;  //~ error: expected machine, found event
    }
  }
}
