// Two answers of three suffice: one crash is tolerated, two are not.
// verdict: holds
// states: 20
// transitions: 29
// run: --faults=crash=1:Replica
// verdict: holds
// run: --faults=crash=2:Replica
// verdict: violated: deadlock @17
event eAsk: machine;
event eAck;
machine Main {
  start state Only {
    entry {
      var i: int;
      while (i < 3) { send new Replica(), eAsk, this; i = i + 1; }
      while (i > 1) {
        receive { case eAck: { } }
        i = i - 1;
      }
    }
    ignore eAck;
  }
}
machine Replica { start state Only { on eAsk do (m: machine) { send m, eAck; } } }
