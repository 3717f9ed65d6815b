// A function with a result returns surely: by 'return', by 'assert false', in both branches, or anywhere in a block.
machine Router {
  fun Abs(n: int): int { if (n < 0) return -n; else return n; }
  fun Sign(n: int): int {
    if (n < 0) { return -1; } else if (n > 0) { return 1; }
    return 0;
  }
  fun Digit(n: int): string {
    if (n == 0) return "zero";
    else if (n == 1) return "one";
    else assert false, "no digit";
  }
  fun Never(): bool { assert false; }
  fun Deep(): int { { { return 1; } } }
  fun Middle(n: int): int { n = n + 1; return n; n = n + 2; }
  fun Both(b: bool): int { { if (b) return 1; else { ; return 2; ; } } b = false; }
  fun Loop(): int { while (true) { return 1; } return 2; }
  start state Run { }
}
