// A halting machine that waits in its exit function for what never comes is a deadlock.
// verdict: violated: deadlock @8
event eBye;
machine Main {
  start state Only {
    entry { raise halt; }
    exit {
      receive { case eBye: { } }
    }
  }
}
