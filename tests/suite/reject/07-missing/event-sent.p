// Sending an undeclared event; its payload is not judged.
event ePing: int;
machine Client {
  var server: machine;
  start state Idle {
    entry {
      send server, ePong, true;  //~ error: named 'ePong'
      send server, ePing, 1;
    }
  }
}
