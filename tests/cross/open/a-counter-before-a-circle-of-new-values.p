// expect: violated: assertion failed
// The counter fails in the end, beside a machine that goes round in a circle: it must not be postponed for ever.
event eTick; event eStep: int;
machine Blinker {
  var shade: int;
  start state S {
    entry { shade = choose(4); send this, eTick; }
    on eTick do {
      if (shade < 2) { shade = choose(4); } else { shade = 0; }
      send this, eTick;
    }
  }
}
machine Counter {
  var bound: int;
  start state S {
    entry { bound = choose(9); send this, eStep, choose(9); }
    on eStep do (n: int) {
      assert n - bound != 5;
      if (n < bound + 5) { send this, eStep, n + 1; }
    }
  }
}
machine Main { start state S { entry {
  new Counter(); new Blinker();
} } }
test tc [main=Main]: { Main, Blinker, Counter };
