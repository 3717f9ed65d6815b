// The payload arguments must be as many as the tuple has positions.
event eMove: (int, int, int);
machine Client {
  start state Idle {
    entry (server: machine) {
      send server, eMove, 1, 2, 3;
      announce eMove, 1, 2;  //~ error: 3 arguments, found 2
      raise eMove, 1, 2, 3, 4;  //~ error: 3 arguments, found 4
    }
    ignore eMove;
  }
}
