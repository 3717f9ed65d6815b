// Commas separate target, event and payload of a send.
event ePing: int;
machine Client {
  var server: machine;
  start state Idle {
    entry {
      send server ePing, 1;  //~ error: found 'ePing'
      send server, ePing, 2;
    }
  }
}
