// Several payload arguments do not make a named tuple.
event ePlace: (x: int, y: int);
machine Client {
  start state Idle {
    entry (server: machine) {
      send server, ePlace, 1, 2;  //~ error: found 2
    }
  }
}
