// An event without payload cannot be sent with one; an explicit null is fine.
event eStop;
machine Client {
  start state Idle {
    entry (server: machine) {
      send server, eStop, null;
      send server, eStop, 3;  //~ error: carries no payload
    }
  }
}
