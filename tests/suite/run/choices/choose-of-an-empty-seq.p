// There is nothing to choose from an empty sequence.
// verdict: violated: choose @11
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      var n: int;
      list += (0, 1);
      n = choose(list);
      list -= (0);
      n = choose(list);
    }
  }
}
