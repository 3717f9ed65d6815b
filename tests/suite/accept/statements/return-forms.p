// 'return' with and without a value; statements after it are allowed.
type tPair = (int, bool);
event ePing: int;
machine Clerk {
  start state Run {
    entry { return; }
    on ePing do (n: int) {
      if (n > 0) return;
      while (true) { return; }
      return; return;
    }
    exit { return; }
  }
  fun Pair(): tPair { return (1, true); }
  fun Box(): any { return Pair(); }
  fun Self(): machine { return this; }
  fun Nobody(): machine { return null; }
  fun Early(): int { return 1; return 2; Self(); }
  fun Parens(): int { return (1); }
  fun Single(): (int) { return (1,); }
  fun List(): seq[any] { return default(seq[int]); }
}
