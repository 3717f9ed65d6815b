// Sets inside a set are told apart by what they hold.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var one: set[int];
      var groups: set[set[int]];
      groups += (one);
      one += (1);
      one += (2);
      groups += (one);
      one -= (1);
      one += (1);
      groups += (one);
      assert sizeof(groups) == 2 && default(set[int]) in groups && one in groups;
      one -= (2);
      assert !(one in groups);
    }
  }
}
