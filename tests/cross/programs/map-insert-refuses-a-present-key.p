// expect: violated: key
machine Main { start state S { entry { var m: map[int, int]; m[1] = 5; m[1] = 6; m += (2, 0); m += (1, 7); } } }
