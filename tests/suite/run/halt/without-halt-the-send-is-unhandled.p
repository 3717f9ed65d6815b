// The same messages to a machine that was not halted are unhandled.
// verdict: violated: unhandled-event @5 eJob
event eJob;
machine Main { start state Only { entry { var w: machine; w = new Worker(); send w, eJob; send w, eJob; } } }
machine Worker { start state Only { } }
