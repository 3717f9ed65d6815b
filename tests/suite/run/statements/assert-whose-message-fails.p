// An error in the message of a failed assertion comes before the assertion.
// verdict: violated: index @7
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      assert sizeof(list) == 1, format("{0}", list[0]);
    }
  }
}
