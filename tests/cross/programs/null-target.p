// expect: violated: null-target
event eX;
machine Main { start state S { entry { var m: machine; send m, eX; } } }
