// Three logical clocks in one machine: each step computes which of them can tick, or can receive, and chooses one.
// Very many short steps of few ways, which nearly all end differently.
event eNext;

machine Main {
  var now: map[int, int];
  var sent: map[int, int];
  fun Later(a: int, b: int): int {
    if (a < b) {
      return b;
    }
    return a;
  }
  fun Least(): int {
    var i, least: int;
    least = now[0];
    i = 1;
    while (i < 3) {
      if (now[i] < least) {
        least = now[i];
      }
      i = i + 1;
    }
    return least;
  }
  start state Running {
    entry {
      var i: int;
      while (i < 3) {
        now[i] = 0;
        sent[i] = 0;
        i = i + 1;
      }
      send this, eNext;
    }
    on eNext do {
      var able: seq[int];
      var i: int;
      while (i < 3) {
        if (now[i] < 6 && now[i] < Least() + 4) {
          able += (sizeof(able), i);
        }
        i = i + 1;
      }
      if (sizeof(able) == 0) {
        return;
      }
      i = choose(able);
      now[i] = Later(now[i], sent[i]) + 1;
      if ($) {
        sent[(i + 1) - 3 * ((i + 1) / 3)] = now[i];
      }
      send this, eNext;
    }
  }
}

test tcClocks [main=Main]: { Main }; // expect: holds
