// Locals have their defaults at the start of every call, whatever they held at the end of the last one.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  fun Fill(): int {
    var list: seq[int];
    var n: int;
    var named: (a: int, b: string);
    assert n == 0 && sizeof(list) == 0 && named == default((a: int, b: string));
    n = 5;
    list += (0, 1);
    named.b = "used";
    return sizeof(list) + n;
  }
  start state Run {
    entry {
      var i: int;
      while (i < 3) { assert Fill() == 6; i = i + 1; }
    }
  }
}
