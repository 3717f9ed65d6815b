// '<', '>=' and 'in' bind tighter than '==' and '!='.
machine Comparer {
  var seen: set[int];
  start state Run {
    entry {
      var a, b, c, d: int;
      var same: bool;
      same = a < b == c < d;
      same = a < b != c >= d;
      same = a in seen == same;
      same = same == b in seen;
      same = a in seen != b in seen;
      same = same == a <= b;
      same = true == a > b;
    }
  }
}
