// At an end with a machine stuck and messages left, the deadlock is reported.
// verdict: violated: deadlock @11
// run: --strict-quiescence
// verdict: violated: deadlock @11
event eItem;
event eDone;
machine Main {
  start state Only {
    entry {
      send this, eItem;
      receive { case eDone: { } }
    }
    defer eItem;
  }
}
