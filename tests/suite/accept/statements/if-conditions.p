// Any bool expression is a condition: choices, calls, casts, membership, chained comparisons.
type tFlag = bool;
fun Ready(): bool { return true; }
machine Guard {
  var flag: tFlag;
  var box: any;
  var seen: set[int];
  var flags: map[int, bool];
  start state Watch {
    entry {
      var n: int;
      if ($) n = 1;
      if ($$) n = 2; else n = 3;
      if (choose()) n = 4;
      if (flag) n = 5;
      if (Ready()) n = 6;
      if (box as bool) n = 7;
      if (3 in seen) n = 8;
      if (flags[0]) n = 9;
      if (((n == 9))) n = 10;
      if (n < 3 == true) n = 11;
      if (true) { } else { }
    }
  }
}
