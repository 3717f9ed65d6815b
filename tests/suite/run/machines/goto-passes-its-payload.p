// `goto S, v` gives v to the entry of S, also when the entry is a named function.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  var exits: int;
  start state First { entry { goto Second, 3; } exit { exits = exits + 1; } }
  state Second { entry (n: int) { assert n == 3 && exits == 1; goto Third, n + 1; } }
  state Third { entry Count; }
  fun Count(n: int) { assert n == 4 && exits == 1; }
}
