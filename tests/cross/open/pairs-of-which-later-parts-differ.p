// Once h + 2 is x, x is 2 or 3, so it is not -x: a run that goes on from a later fork sees that at once, and the first run must, too.
machine Main {
  var h: int; var x: int; var minus: int; var f: int; var half: int;
  start state S {
    entry {
      h = choose(5);
      x = choose(4);
      minus = -x;
      if ((h + 2, x) != (x, minus)) { f = choose(4); }
      half = f / 2;
    }
  }
}
test tc [main=Main]: { Main };
