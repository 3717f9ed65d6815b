// A map of 5,000 keys, written twice.
// verdict: holds
// states: 2
machine Main {
  start state Run {
    entry {
      var squares: map[int, int];
      var n: int;
      while (n < 5000) { squares += (n * 7 % 5000, n); n = n + 1; }
      foreach (n in keys(squares)) { squares[n] = n * n; }
      assert sizeof(squares) == 5000 && squares[70] == 4900 && squares[4999] == 24990001;
      assert 4999 in keys(squares) && 24990001 in values(squares) && !(5000 in squares);
    }
  }
}
// once for naive
