// A crash that could still happen does not save a machine that is stuck.
// verdict: violated: deadlock @9
// run: --faults=crash=1,loss=1,dup=1
// verdict: violated: deadlock @9
event eReply;
machine Main {
  start state Only {
    entry {
      receive { case eReply: { } }
    }
  }
}
