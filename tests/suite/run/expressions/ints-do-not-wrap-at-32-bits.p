// 2147483647 is the largest literal, but not the largest int.
// verdict: violated: assertion @9 it is 2147483648
machine Main {
  start state Run {
    entry {
      var n: int;
      n = 2147483647;
      n = n + 1;
      assert n < 0, format("it is {0}", n);
    }
  }
}
