// A call used as a statement drops the result; an argument may itself be a call.
event eSeen: int;
fun Next(n: int): int { return n + 1; }
fun Swap2(p: (int, bool)): (bool, int) { return (p.1, p.0); }

machine Caller {
  var n: int;
  start state Run {
    entry {
      Next(1);
      Next(Next(Next(n)));
      Swap2((1, true));
      Store(Swap2((n, false)).1);
      new Caller();
      send this, eSeen, Next(n);
    }
    ignore eSeen;
  }
  fun Store(x: int): int { n = x; return x; }
}
