// A tuple of one field is not the field.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var one: (int);
      var named: (n: int);
      var a: any;
      one = (5,);
      named = (n = 5,);
      assert one.0 == 5 && named.n == 5;
      a = one;
      assert a != 5 && a != named;
      one.0 = 6;
      assert one == (6,) && one != (5,);
    }
  }
}
