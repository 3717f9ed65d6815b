// Creating a machine whose start state is missing is no second mistake.
machine Broken { state S { entry (n: int) { print format("{0}", n); } } }  //~ error: has no start state
machine Main { start state S { entry { new Broken(1); } } }
