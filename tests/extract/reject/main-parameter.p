machine Main {
  start state S {
    entry (n: int) { }  //~ error: does not support a main machine that takes a parameter
  }
}
