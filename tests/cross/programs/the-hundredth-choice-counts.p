// expect: violated: assertion
// Every choice of a step is tried, also one that follows many others.
machine Main {
  start state S {
    entry {
      var i: int;
      var last: bool;
      while (i < 100) {
        i = i + 1;
        if (choose(1) > 0) return;
      }
      last = $;
      assert !last;
    }
  }
}
