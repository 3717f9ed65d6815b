// An assertion that fails only when `$` is false is found.
// verdict: violated: assertion @5
machine Main {
  start state Run {
    entry { assert $; }
  }
}
