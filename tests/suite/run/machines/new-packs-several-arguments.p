// Several arguments of `new` reach the entry as one tuple.
// verdict: violated: assertion @7 3 and 4
machine Main { start state Only { entry { new Pair(3, 4); } } }
machine Pair {
  start state Only {
    entry (p: (int, int)) {
      assert p.0 == p.1, format("{0} and {1}", p.0, p.1);
    }
  }
}
