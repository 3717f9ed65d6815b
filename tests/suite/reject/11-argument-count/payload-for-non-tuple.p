// Several payload arguments need an event with a tuple payload.
event ePing: int;
machine Client {
  start state Idle {
    entry (server: machine) {
      send server, ePing, 1, 2;  //~ error: found 2
    }
  }
}
