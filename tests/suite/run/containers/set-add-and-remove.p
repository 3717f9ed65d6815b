// A set holds each element once; removing what is not there does nothing.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var few: set[int];
      few -= (3);
      few += (3);
      few += (1);
      few += (3);
      assert sizeof(few) == 2 && 3 in few && 1 in few && !(2 in few);
      few -= (2);
      assert sizeof(few) == 2;
      few -= (3);
      assert sizeof(few) == 1 && !(3 in few);
      few += (3);
      few -= (1);
      few -= (3);
      assert few == default(set[int]);
    }
  }
}
