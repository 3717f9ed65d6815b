// Values of different kinds are unequal, however alike they look.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var a: any;
      var b: any;
      a = 1;
      b = true;
      assert a != b;
      b = 1.0;
      assert a != b;
      b = "1";
      assert a != b;
      b = (1,);
      assert a != b;
      a = (a = 1,);
      assert a != b;
      a = default(seq[int]);
      b = default(set[int]);
      assert a != b;
      b = default(map[int, int]);
      assert a != b;
      b = null;
      assert a != b;
      a = 0;
      assert a != b;
      b = false;
      assert a != b;
    }
  }
}
