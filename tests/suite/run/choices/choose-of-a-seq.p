// choose of a sequence is each of its elements.
// verdict: holds
// transitions: 3
// states: 4
machine Main {
  var picked: string;
  start state Run {
    entry {
      var list: seq[string];
      list += (0, "a");
      list += (1, "b");
      list += (2, "c");
      picked = choose(list);
      assert picked in list;
    }
  }
}
