// A spec cannot look into the machines it observes.
machine Server {
  var load: int;
  start state Idle { entry { load = 1; } }
}
event eStarted: Server;
spec Light observes eStarted {
  start state Watching {
    on eStarted do (server: Server) { assert server.load < 10; }  //~ error: only in proofs
  }
}
