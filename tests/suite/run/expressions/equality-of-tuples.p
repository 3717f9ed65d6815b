// Tuples are equal when their fields are, and named tuples also need the same names in the same order.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var p: (x: int, y: int);
      var a: any;
      var b: any;
      p = (x = 1, y = 2);
      assert p == (x = 1, y = 2) && p != (x = 2, y = 1);
      assert (1, (2, "b")) == (1, (2, "b")) && (1, (2, "b")) != (1, (2, "c"));
      a = p;
      b = (y = 1, x = 2);
      assert a != b;
      b = (1, 2);
      assert a != b;
      b = (x = 1, y = 2);
      assert a == b;
      b = (x = 1, z = 2);
      assert a != b;
      a = (1, 2);
      b = (1, 2, 3);
      assert a != b;
    }
  }
}
