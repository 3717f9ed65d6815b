// One answer is taken, its copy stays behind.
// verdict: holds
// states: 4
// transitions: 3
// run: --strict-quiescence
// verdict: holds
// states: 4
// transitions: 3
// run: --strict-quiescence --faults=dup=1
// verdict: violated: quiescence @12
event eReply;
machine Main {
  start state Only { entry { new Server(this); receive { case eReply: { } } } defer eReply; }
}
machine Server { start state Only { entry (m: machine) { send m, eReply; } } }
