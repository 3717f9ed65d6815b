// A leader may crash between two sends, and only when it is allowed to crash.
// verdict: holds
// states: 11
// transitions: 12
// run: --faults=crash=0
// verdict: holds
// run: --faults=crash=1:Leader
// verdict: violated: liveness @24
// run: --faults=crash=1:Main
// verdict: holds
event eDecide;
event eHeard;
machine Main {
  start state Only {
    entry { var a: machine; var b: machine; a = new Follower(); b = new Follower(); new Leader((a, b)); }
  }
}
machine Leader {
  start state Only { entry (p: (machine, machine)) { send p.0, eDecide; send p.1, eDecide; } }
}
machine Follower { start state Only { on eDecide do { announce eHeard; } } }
spec AllOrNone observes eHeard {
  start cold state None { on eHeard goto One; }
  hot state One { on eHeard goto All; }
  cold state All { }
}
