// Equal elements lead to equal states.
// verdict: holds
// transitions: 2
// states: 3
machine Main {
  var picked: int;
  start state Run {
    entry {
      var list: seq[int];
      list += (0, 4);
      list += (1, 5);
      list += (2, 4);
      list += (3, 4);
      picked = choose(list);
    }
  }
}
