// expect: violated: choose
machine Main { start state S { entry { var s: set[int]; assert choose(0) == 0; print format("{0}", choose(s)); } } }
