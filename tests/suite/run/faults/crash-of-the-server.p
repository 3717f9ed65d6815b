// A server's crash leaves its client waiting; a client's crash leaves nobody waiting.
// verdict: holds
// states: 5
// transitions: 4
// run: --faults=crash=1:Server
// verdict: violated: deadlock @15
// run: --faults=crash=1:Main
// verdict: holds
event eAsk: machine;
event eReply;
machine Main {
  start state Only {
    entry {
      send new Server(), eAsk, this;
      receive { case eReply: { } }
    }
  }
}
machine Server { start state Only { on eAsk do (m: machine) { send m, eReply; } } }
