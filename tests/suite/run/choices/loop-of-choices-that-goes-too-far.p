// Some way through the loop is long enough for the error.
// verdict: violated: assertion @7
machine Main {
  var n: int;
  start state Only {
    entry {
      while ($) { n = n + 1; assert n < 20; }
    }
  }
}
