// 'else' belongs to the nearest 'if' that has none yet.
machine Judge {
  var a, b, c: bool;
  var n: int;
  start state Sit {
    entry {
      if (a) if (b) n = 1; else n = 2;
      if (a) { if (b) n = 1; } else n = 3;
      if (a) n = 1; else if (b) n = 2; else if (c) n = 3; else n = 4;
      if (a) while (b) if (c) n = 1; else n = 2; else n = 3;
      if (a) foreach (n in default(seq[int])) if (b) ; else ; else ;
    }
  }
  fun Verdict(): int {
    if (a) if (b) return 1; else return 2; else return 3;
  }
  fun Appeal(): int {
    if (a) if (b) return 1; else if (c) return 2; else return 3; else { return 4; }
  }
}
