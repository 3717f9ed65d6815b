// In every string literal `{{` is a brace, with or without format.
// verdict: violated: assertion @6 plain {a} and formatted {7}
machine Main {
  start state Run {
    entry {
      assert false, "plain {{a}} and " + format("formatted {{{0}}}", 7);
    }
  }
}
