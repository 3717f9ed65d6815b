// A machine does not take its children along.
// verdict: violated: assertion @11 child
event eTick;
machine Main { start state Only { entry { new Child(); raise halt; } } }
machine Child {
  var ticks: int;
  start state Only {
    entry { send this, eTick; }
    on eTick do {
      ticks = ticks + 1;
      assert ticks < 2, "child";
      send this, eTick;
    }
  }
}
