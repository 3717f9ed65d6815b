// The payload of a send must fit the event.
event ePing: int;
event ePlace: (x: int, y: int);
machine Client {
  start state Idle {
    entry (server: machine) {
      send server, ePing, "one";  //~ error: expected int, found string
      send server, ePlace, (x = 1, y = true);  //~ error: found (x: int
      send server, ePlace, 7;  //~ error: found int
    }
  }
}
