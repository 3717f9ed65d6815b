// At an end with a machine stuck and a spec hot, the deadlock is reported.
// verdict: violated: deadlock @7
event eDone;
machine Main {
  start state Only {
    entry {
      receive { case eDone: { } }
    }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
