// 'assert' takes a bool and optionally any string expression.
fun Complaint(n: int): string { return format("bad {0}", n); }
machine Checker {
  var n: int;
  var texts: seq[string];
  start state Run {
    entry {
      assert true;
      assert n == 0;
      assert (n == 0);
      assert n == 0, "not zero";
      assert n == 0 && n < 5 || $, "odd" + "er";
      assert n in default(set[int]), format("{0} is missing", n);
      assert (n == 0), (Complaint(n));
      assert !(n == 1), texts[0];
      assert n != 2 ==> n != 3, default(string);
      assert false, "never here";
    }
  }
}
