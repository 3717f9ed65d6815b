// A plain machine reference does not fit the type of a named machine without a cast.
machine Server { start state Idle { } }
machine Client {
  var server: Server;
  start state Idle {
    entry (peer: machine) {
      peer = server;
      server = peer;  //~ error: expected Server, found machine
      server = peer as Server;
    }
  }
}
