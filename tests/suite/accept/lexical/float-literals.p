// A float is put together from tokens: digits may be missing before the point, and blanks may stand around it.
machine Scale {
  var weight, step: float;
  start state Ready {
    entry {
      weight = .5;
      weight = 0.5;
      weight = 00.50;
      weight = 1.05;
      step = 1 . 5;
      step = 1/* whole */./* fraction */25;
      step = 2
        .
        75;
      step = -.5 + .5*2.0 - 3.0/.5;
      step = (.5, 1.5).0 + (weight = .25,).weight;
      assert .5 < 0.75 && step >= - . 5;
    }
  }
}
