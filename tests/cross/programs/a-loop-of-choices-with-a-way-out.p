// expect: holds
machine Main { start state Only { entry { while (choose(3) != 1) { } } } }
