// Several payload arguments are checked one by one against a tuple.
event eMove: (int, int, string);
machine Client {
  start state Idle {
    entry (server: machine) {
      send server, eMove,
        1,
        true,  //~ error: expected int, found bool
        2.0;  //~ error: expected string, found float
    }
  }
}
