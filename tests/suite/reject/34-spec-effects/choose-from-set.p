// A function of a spec must not choose an element of a set.
event eDraw: int;

spec Lottery observes eDraw {
  var drawn: set[int];
  start state Watch {
    on eDraw do (n: int) { drawn += (n); assert Sample() > 0; }
  }
  fun Sample(): int {
    return choose(drawn);  //~ error: 'choose' is not allowed in a spec
  }
}
