// A failed assertion is reported where it stands, not where the function was called.
// verdict: violated: assertion @4 negative
fun Check(n: int) {
  assert n >= 0, "negative";
}
machine Main {
  start state Run {
    entry {
      Check(0);
      Check(-1);
    }
  }
}
