// A function may assign to its parameters; the caller does not notice.
// verdict: holds
// states: 2
// transitions: 1
fun CountDown(n: int, row: (a: int, b: int)): int {
  var steps: int;
  while (n > 0) { n = n - 1; steps = steps + 1; row.a = row.a + 1; }
  assert row.a == steps && row.b == 9;
  return steps;
}
machine Main {
  start state Run {
    entry {
      var n: int;
      var row: (a: int, b: int);
      n = 4;
      row.b = 9;
      assert CountDown(n, row) == 4 && n == 4 && row.a == 0;
    }
  }
}
