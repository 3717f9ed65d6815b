// Nor is creating one whose entry takes two parameters.
machine Broken {
  start state S { entry Init; }  //~ error: takes at most one parameter
  fun Init(a: int, b: int) { print format("{0}{1}", a, b); }
}
machine Main { start state S { entry { new Broken(1, 2); } } }
