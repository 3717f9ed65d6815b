// Sets with the same elements are the same in all they do: one state, whatever the way to it.
// verdict: holds
// transitions: 1
// states: 2
machine Main {
  var few: set[int];
  start state Run {
    entry {
      if ($) {
        few += (1);
        few += (2);
        few += (3);
      } else {
        few += (3);
        few += (1);
        few += (4);
        few += (2);
        few -= (4);
      }
    }
  }
}
