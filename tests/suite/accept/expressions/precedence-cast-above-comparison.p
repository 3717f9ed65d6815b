// 'as' and 'to' bind tighter than comparisons, 'in', equality and the logical operators.
machine Scale {
  var box: any;
  var ok: bool;
  start state Run {
    entry {
      var n: int;
      var x: float;
      ok = n < box as int;
      ok = box as int >= n;
      ok = n == box as int;
      ok = n in box as seq[int];
      ok = box as int in default(set[int]);
      ok = ok && box as bool || box as bool;
      ok = n to float < x;
      ok = n > x to int;
      ok = x != n + 1 to float;
      ok = n < box as int + 1;
      ok = n <= x to int * 2 && ok;
    }
  }
}
