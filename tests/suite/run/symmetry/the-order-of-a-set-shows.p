// A loop over a set of machines visits them in the order of their names.  Each of these loops shows that order: if
// `chosen` is one of the two workers the assertion fails, if it is the other one it does not.  The workers are equal
// otherwise, so an engine that believed the order to be invisible would keep one of the two choices, and miss the
// violation of one test in each pair.
// flags: --network=bag --engine=reduced --symmetry=exact
// verdict tcFirst___isFirst_false: violated: assertion @47 the order shows
// verdict tcFirst___isFirst_true: violated: assertion @47 the order shows
// verdict tcLast___isFirst_false: violated: assertion @47 the order shows
// verdict tcLast___isFirst_true: violated: assertion @47 the order shows
// verdict tcLastByIndex___isFirst_false: violated: assertion @47 the order shows
// verdict tcLastByIndex___isFirst_true: violated: assertion @47 the order shows
// verdict tcLastInFunction___isFirst_false: violated: assertion @47 the order shows
// verdict tcLastInFunction___isFirst_true: violated: assertion @47 the order shows
// verdict tcFromOne___isFirst_false: violated: assertion @47 the order shows
// verdict tcFromOne___isFirst_true: violated: assertion @47 the order shows
// verdict tcLeftEarly___isFirst_false: violated: assertion @47 the order shows
// verdict tcLeftEarly___isFirst_true: violated: assertion @47 the order shows
// verdict tcOneOnly___isFirst_false: violated: assertion @47 the order shows
// verdict tcOneOnly___isFirst_true: violated: assertion @47 the order shows
// verdict tcRank___isFirst_false: violated: assertion @47 the order shows
// verdict tcRank___isFirst_true: violated: assertion @47 the order shows
// verdict tcIndex___isFirst_false: violated: assertion @47 the order shows
// verdict tcIndex___isFirst_true: violated: assertion @47 the order shows
// verdict tcListed___isFirst_false: violated: assertion @47 the order shows
// verdict tcListed___isFirst_true: violated: assertion @47 the order shows
// verdict tcFirstOfEqual___isFirst_false: violated: assertion @47 the order shows
// verdict tcFirstOfEqual___isFirst_true: violated: assertion @47 the order shows
// verdict tcLeastSoFar___isFirst_false: violated: assertion @47 the order shows
// verdict tcLeastSoFar___isFirst_true: violated: assertion @47 the order shows
// verdict tcLeastAndLargest___isFirst_false: violated: assertion @47 the order shows
// verdict tcLeastAndLargest___isFirst_true: violated: assertion @47 the order shows
// verdict tcSumAndProduct___isFirst_false: violated: assertion @47 the order shows
// verdict tcSumAndProduct___isFirst_true: violated: assertion @47 the order shows
// verdict tcKeys___isFirst_false: violated: assertion @47 the order shows
// verdict tcKeys___isFirst_true: violated: assertion @47 the order shows
// verdict tcCarried___isFirst_false: violated: assertion @47 the order shows
// verdict tcCarried___isFirst_true: violated: assertion @47 the order shows
// verdict tcInnerLast___isFirst_false: violated: assertion @47 the order shows
// verdict tcInnerLast___isFirst_true: violated: assertion @47 the order shows

param isFirst: bool;
event eNext;

machine W { start state S { } }

fun Check(isChosen: bool) {
  assert isChosen != isFirst, "the order shows";
}

fun Weight(m: machine): int { return 0; }

machine First {
  var all: set[machine]; var chosen: machine;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine;
      foreach (m in all) { Check(m == chosen); break; }
    }
  }
}
test param (isFirst in [false, true]) tcFirst [main=First]: { First, W };

machine Last {
  var all: set[machine]; var chosen: machine; var last: machine;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine;
      foreach (m in all) last = m;
      Check(last == chosen);
    }
  }
}
test param (isFirst in [false, true]) tcLast [main=Last]: { Last, W };

machine LastByIndex {
  var all: set[machine]; var chosen: machine; var last: machine;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var i: int;
      while (i < sizeof(all)) { last = all[i]; i = i + 1; }
      Check(last == chosen);
    }
  }
}
test param (isFirst in [false, true]) tcLastByIndex [main=LastByIndex]: { LastByIndex, W };

machine LastInFunction {
  var all: set[machine]; var chosen: machine; var last: machine;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine;
      foreach (m in all) Keep(m);
      Check(last == chosen);
    }
  }
  fun Keep(m: machine) { last = m; }
}
test param (isFirst in [false, true]) tcLastInFunction [main=LastInFunction]: { LastInFunction, W };

machine FromOne {
  var all: set[machine]; var chosen: machine; var sum: int;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var i: int;
      i = 1;
      while (i < sizeof(all)) { if (all[i] == chosen) sum = sum + 1; i = i + 1; }
      Check(sum == 1);
    }
  }
}
test param (isFirst in [false, true]) tcFromOne [main=FromOne]: { FromOne, W };

machine LeftEarly {
  var all: set[machine]; var chosen: machine; var sum: int;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var i: int;
      while (i < sizeof(all)) { if (all[i] == chosen) sum = sum + 1; if (i == 0) break; i = i + 1; }
      Check(sum == 1);
    }
  }
}
test param (isFirst in [false, true]) tcLeftEarly [main=LeftEarly]: { LeftEarly, W };

machine OneOnly {
  var all: set[machine]; var chosen: machine; var sum: int;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var i: int;
      while (i < sizeof(all) - 1) { if (all[i] == chosen) sum = sum + 1; i = i + 1; }
      Check(sum == 1);
    }
  }
}
test param (isFirst in [false, true]) tcOneOnly [main=OneOnly]: { OneOnly, W };

machine Rank {
  var all: set[machine]; var chosen: machine; var rank: map[machine, int]; var n: int;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine;
      foreach (m in all) { rank[m] = n; n = n + 1; }
      Check(rank[chosen] == 0);
    }
  }
}
test param (isFirst in [false, true]) tcRank [main=Rank]: { Rank, W };

machine Index {
  var all: set[machine]; var chosen: machine; var rank: map[machine, int];
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var i: int;
      while (i < sizeof(all)) { rank[all[i]] = i; i = i + 1; }
      Check(rank[chosen] == 0);
    }
  }
}
test param (isFirst in [false, true]) tcIndex [main=Index]: { Index, W };

machine Listed {
  var all: set[machine]; var chosen: machine; var list: seq[machine];
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine;
      foreach (m in all) list += (0, m);
      Check(list[0] == chosen);
    }
  }
}
test param (isFirst in [false, true]) tcListed [main=Listed]: { Listed, W };

machine FirstOfEqual {
  var all: set[machine]; var chosen: machine; var least: int; var best: machine;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine;
      least = 1;
      foreach (m in all) { if (Weight(m) < least) { least = Weight(m); best = m; } }
      Check(best == chosen);
    }
  }
}
test param (isFirst in [false, true]) tcFirstOfEqual [main=FirstOfEqual]: { FirstOfEqual, W };

machine LeastSoFar {
  var all: set[machine]; var chosen: machine; var least: int; var rank: map[machine, int];
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine;
      least = 1;
      foreach (m in all) { rank[m] = least; if (Weight(m) < least) least = Weight(m); }
      Check(rank[chosen] == 1);
    }
  }
}
test param (isFirst in [false, true]) tcLeastSoFar [main=LeastSoFar]: { LeastSoFar, W };

machine LeastAndLargest {
  var all: set[machine]; var chosen: machine; var n: int;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine;
      foreach (m in all) { if (m == chosen) { if (1 < n) n = 1; } else { if (n < 3) n = 3; } }
      Check(n == 3);
    }
  }
}
test param (isFirst in [false, true]) tcLeastAndLargest [main=LeastAndLargest]: { LeastAndLargest, W };

machine SumAndProduct {
  var all: set[machine]; var chosen: machine; var n: int;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine;
      n = 1;
      foreach (m in all) { if (m == chosen) n = n + 1; else n = n * 2; }
      Check(n == 4);
    }
  }
}
test param (isFirst in [false, true]) tcSumAndProduct [main=SumAndProduct]: { SumAndProduct, W };

machine Keys {
  var all: set[machine]; var chosen: machine; var last: machine;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine; var i: int; var ks: seq[machine]; var of: map[machine, int];
      foreach (m in all) of[m] = 1;
      ks = keys(of);
      while (i < sizeof(ks)) { last = ks[i]; i = i + 1; }
      Check(last == chosen);
    }
  }
}
test param (isFirst in [false, true]) tcKeys [main=Keys]: { Keys, W };

machine Carried {
  var all: set[machine]; var chosen: machine; var rank: map[machine, int];
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine; var before: machine;
      foreach (m in all) { if (before != default(machine)) rank[before] = 1; before = m; }
      Check(chosen in rank);
    }
  }
}
test param (isFirst in [false, true]) tcCarried [main=Carried]: { Carried, W };

machine InnerLast {
  var all: set[machine]; var chosen: machine; var last: machine;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine; var k: int; var ones: set[int];
      ones += (1);
      foreach (m in all) { foreach (k in ones) last = m; }
      Check(last == chosen);
    }
  }
}
test param (isFirst in [false, true]) tcInnerLast [main=InnerLast]: { InnerLast, W };
