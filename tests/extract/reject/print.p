machine Main {
  start state S {
    entry {
      var n: int;
      print format("{0} and {1}", n, n + 1);
      print format("{0}", 1 / n);  //~ error: does not support the operator '/'
    }
  }
}
