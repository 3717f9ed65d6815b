// An else without braces goes with the if right before it.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  fun Pick(a: bool, b: bool): string {
    if (a) if (b) return "both"; else return "only a";
    return "not a";
  }
  start state Run {
    entry {
      assert Pick(true, true) == "both" && Pick(true, false) == "only a";
      assert Pick(false, true) == "not a" && Pick(false, false) == "not a";
    }
  }
}
