// Tuples of one, two and more components; a tuple of one needs a trailing comma.
machine Packer {
  var single: (int);
  var pair: (int, bool);
  var triple: (int, (bool, string), (int));
  start state Run {
    entry {
      var n: int;
      single = (1,);
      single = (n + 1,);
      single = ((1,));
      single = ((1),);
      pair = (1, true);
      pair = ((1), (n == 2));
      pair = ((1, true));
      triple = (1, (true, "x"), (3,));
      triple = (single.0, (pair.1, "y"), single);
      n = ((single)).0;
      pair = (((1, true), 2),).0.0;
      assert (1, true) == pair && single == (n,);
    }
  }
}
