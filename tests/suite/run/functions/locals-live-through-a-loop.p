// Locals belong to the function: a loop goes on with what they hold.
// verdict: violated: assertion @12 n is 2
machine Main {
  start state Run {
    entry {
      var i: int;
      var n: int;
      while (i < 2) {
        n = n + 1;
        i = i + 1;
      }
      assert n == 1, format("n is {0}", n);
    }
  }
}
