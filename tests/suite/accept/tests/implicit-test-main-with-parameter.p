// Under the implicit test the machine Main may take a parameter.
machine Main {
  var n: int;
  start state S { entry (seed: int) { n = seed; } }
}
