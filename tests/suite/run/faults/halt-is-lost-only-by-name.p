// halt is never lost by default, but when it is named.
// verdict: holds
// states: 5
// transitions: 4
// run: --faults=loss=1
// verdict: holds
// states: 6
// transitions: 5
// run: --faults=loss=1:halt
// verdict: violated: unhandled-event @13 eJob
event eJob;
machine Main { start state Only { entry { var w: machine; w = new Worker(); send w, halt; send w, eJob; } } }
machine Worker { start state Only { } }
