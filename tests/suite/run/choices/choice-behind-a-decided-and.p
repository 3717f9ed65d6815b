// A choice that is not reached is not made.
// verdict: holds
// transitions: 1
// states: 2
machine Main {
  var a: bool;
  var b: bool;
  start state Run {
    entry {
      a = false && $;
      b = !(true || $);
      assert !a && !b;
    }
  }
}
