// A goto passes at most one value, which the entry of the target must accept.
machine Walker {
  var steps: int;
  start state Begin {
    entry { goto Walk, (length = 3, name = "loop"); }
  }
  state Walk {
    entry (p: (length: int, name: string)) {
      if (p.length == 0) goto Ended, steps;
      steps = steps + 1;
      goto Walk, (length = p.length - 1, name = p.name);
    }
  }
  state Ended {
    entry (n: int) { Finish(n); }
  }
  state Pair {
    entry (p: (int, bool)) { if (p.1) goto Begin; }
  }
  fun Finish(n: int) {
    if (n > 2) goto Pair, (n, false);
    else goto Any, "short";
  }
  state Any { entry (x: any) { } }
}
