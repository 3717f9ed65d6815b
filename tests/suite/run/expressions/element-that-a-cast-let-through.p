// An element of the wrong kind that slipped through a cast fails when it is computed with.
// verdict: violated: cast @10
machine Main {
  start state Run {
    entry {
      var words: seq[string];
      var hidden: any;
      words += (0, "three");
      hidden = words;
      assert (hidden as seq[int])[0] + 1 == 4;
    }
  }
}
