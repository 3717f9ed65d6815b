// An assertion that fails only when `$` is true is found.
// verdict: violated: assertion @5
machine Main {
  start state Run {
    entry { if ($) { assert false; } }
  }
}
