// expect: violated: runaway loop or recursion
machine Main { start state S { entry { while (true) { } } } }
