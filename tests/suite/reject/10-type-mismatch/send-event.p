// What is sent must be an event.
event ePing;
machine Client {
  start state Idle {
    entry (server: machine) {
      send server, 3;  //~ error: expected event, found int
      send server, "ePing";  //~ error: expected event, found string
      send server, server;  //~ error: expected event, found machine
    }
  }
}
