// A number is no machine.
machine Main { start state S { } }
invariant odd: 3 is Main;  //~ error: expected machine, found int
