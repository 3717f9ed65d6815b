// A lost message leaves its receiver waiting; what may be lost can be named.
// verdict: holds
// run: --faults=loss=0
// verdict: holds
// run: --faults=loss=1
// verdict: violated: deadlock @20
// run: --faults=loss=1:eReply
// verdict: violated: deadlock @20
// run: --faults=loss=1:eOther
// verdict: holds
// run: --faults=loss=1 --network=p2p
// verdict: violated: deadlock @20
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
