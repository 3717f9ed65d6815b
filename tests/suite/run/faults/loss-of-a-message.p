// A lost message leaves its receiver waiting; what may be lost can be named.
// verdict: holds
// states: 5
// transitions: 4
// run: --faults=loss=0
// verdict: holds
// states: 5
// transitions: 4
// run: --faults=loss=1
// verdict: violated: deadlock @26
// run: --faults=loss=1:eReply
// verdict: violated: deadlock @26
// run: --faults=loss=1:eOther
// verdict: holds
// states: 5
// transitions: 4
// run: --faults=loss=1 --network=p2p
// verdict: violated: deadlock @26
event eAsk: machine;
event eReply;
event eOther;
machine Main {
  start state Only {
    entry {
      send new Server(), eAsk, this;
      receive { case eReply: { } }
    }
  }
}
machine Server { start state Only { on eAsk do (m: machine) { send m, eReply; } } }
