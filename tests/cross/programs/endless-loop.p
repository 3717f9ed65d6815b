// expect: violated: runaway
machine Main { start state S { entry { while (true) { } } } }
