// 'foreach' runs over sequences and sets, given by any expression, with a variable declared before.
fun Primes(): seq[int] { var p: seq[int]; p += (0, 2); p += (1, 3); return p; }
machine Walker {
  var steps: seq[int];
  var names: set[string];
  var rows: seq[seq[int]];
  start state Go {
    entry {
      var i: int;
      var name: string;
      var row: seq[int];
      foreach (i in steps) { if (i == 0) continue; if (i > 9) break; }
      foreach (name in names) names -= name;
      foreach (row in rows) foreach (i in row) steps += (0, i);
      foreach (i in Primes()) print format("{0}", i);
      foreach (i in rows[0]) steps -= 0;
      foreach (i in default(set[int])) { i = i + 1; }
      foreach (i in (steps, names).0) { }
      foreach (i in steps as seq[int]) { }
    }
  }
}
