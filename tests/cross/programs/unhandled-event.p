// expect: violated: unhandled-event
event eJob;
machine Main { start state S { entry { var w: machine; w = new Worker(); send w, eJob; } } }
machine Worker { start state S { } }
