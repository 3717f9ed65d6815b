// The variable of a foreach is needed, whether the body reads it or not.
machine Main {
  start state S {
    entry {
      var n: int;
      var x: string;
      var unused: bool;  //~ warning: unused variable 'unused'
      foreach (x in default(set[string])) { n = n + 1; }
      assert n == 0;
    }
  }
}
