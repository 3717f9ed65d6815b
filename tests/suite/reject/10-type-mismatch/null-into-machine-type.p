// null does not fit the type of a named machine; default does.
machine Server { start state Idle { } }
machine Client {
  var server: Server;
  start state Idle {
    entry {
      server = default(Server);
      server = null;  //~ error: expected Server, found null
    }
  }
}
