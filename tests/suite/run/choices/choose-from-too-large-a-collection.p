// Ten thousand elements may be chosen from, one more may not.
// verdict tc___size_10000: holds
// states tc___size_10000: 3
// transitions tc___size_10000: 2
// verdict tc___size_10001: violated: choose @17
event eChoose;
param size: int;
machine Main {
  var list: seq[int];
  start state Fill {
    entry {
      while (sizeof(list) < size) { list += (sizeof(list), sizeof(list)); }
      send this, eChoose;
    }
    on eChoose do {
      var n: int;
      n = choose(list);
      list = default(seq[int]);
      assert n >= 0 && n < size;
    }
  }
}
test param (size in [10000, 10001]) tc [main=Main]: { Main };
// once for naive
