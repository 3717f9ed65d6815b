// halt is never lost by default, but when it is named.
// verdict: holds
// run: --faults=loss=1
// verdict: holds
// run: --faults=loss=1:halt
// verdict: violated: unhandled-event @9 eJob
event eJob;
machine Main { start state Only { entry { var w: machine; w = new Worker(); send w, halt; send w, eJob; } } }
machine Worker { start state Only { } }
