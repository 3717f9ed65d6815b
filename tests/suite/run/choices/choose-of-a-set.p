// choose of a set is each of its elements, once.
// verdict: holds
// transitions: 4
// states: 5
machine Main {
  var picked: int;
  var rest: set[int];
  start state Run {
    entry {
      rest += (10);
      rest += (20);
      rest += (30);
      rest += (40);
      rest += (10);
      picked = choose(rest);
      rest -= (picked);
      assert sizeof(rest) == 3 && !(picked in rest);
    }
  }
}
