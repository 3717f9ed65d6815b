// A sequence of 5,000 elements, grown at both ends.
// verdict: holds
// transitions: 1
// states: 2
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      var n: int;
      var sum: int;
      while (n < 2500) {
        n = n + 1;
        list += (sizeof(list), n);
        list += (0, -n);
      }
      assert sizeof(list) == 5000 && list[0] == -2500 && list[2499] == -1 && list[2500] == 1;
      foreach (n in list) { sum = sum + n; }
      assert sum == 0 && n == 2500 && 1234 in list && !(0 in list);
      list[4321] = 0;
      assert 0 in list && list[4320] == 1821 && list[4322] == 1823;
    }
  }
}
// once for naive
