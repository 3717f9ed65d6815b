// After halt was put into the queue, what follows never matters.
// verdict: holds
// states: 6
// transitions: 5
event eJob;
machine Main {
  start state Only {
    entry { var w: machine; w = new Worker(); send w, halt; send w, eJob; send w, eJob; }
  }
}
machine Worker { start state Only { } }
