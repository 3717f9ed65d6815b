// A spec must not choose a number.
event eDraw: int;

spec Lottery observes eDraw {
  var lucky: int;
  start state Watch {
    on eDraw do (n: int) {
      lucky = choose(49);  //~ error: 'choose' is not allowed in a spec
      assert n != lucky;
    }
  }
}
