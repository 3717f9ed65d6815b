// The left side of `&&` is computed even if the right one is false.
// verdict: violated: division-by-zero @8
machine Main {
  start state Run {
    entry {
      var zero: int;
      var ok: bool;
      ok = 1 / zero == 1 && false;
    }
  }
}
