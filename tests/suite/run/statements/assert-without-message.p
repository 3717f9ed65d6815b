// An assertion needs no message to fail.
// verdict: violated: assertion @7
machine Main {
  start state Run {
    entry {
      assert 1 < 2;
      assert 2 < 1;
    }
  }
}
