// The fields of another machine can be read only in proofs.
machine Server {
  var load: int;
  start state Idle { entry { load = 1; } }
}
machine Client {
  start state Idle {
    entry (server: Server) { assert server.load < 10; }  //~ error: only in proofs
  }
}
