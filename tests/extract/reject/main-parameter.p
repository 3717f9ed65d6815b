machine Main {
  start state S {
    entry (n: int) { }  //~ error: cannot take a main machine that takes a parameter
  }
}
