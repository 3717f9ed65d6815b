// A cast does not look inside: elements of another kind do no harm while nobody uses them.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var words: seq[string];
      var hidden: any;
      var list: seq[int];
      words += (0, "three");
      hidden = words;
      list = hidden as seq[int];
      assert sizeof(list) == 1;
    }
  }
}
