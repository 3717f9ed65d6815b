// expect: holds
event eJob;
machine Main { start state S { entry { var w: machine; w = new Worker(); send w, halt; send w, eJob; send w, eJob; } } }
machine Worker { start state S { } }
