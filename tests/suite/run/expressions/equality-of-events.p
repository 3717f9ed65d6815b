// Events are equal when their names are; null is no event.
// verdict: holds
// states: 2
// transitions: 1
event eLeft: int;
event eRight: int;
machine Main {
  start state Run {
    entry {
      var e: event;
      var a: any;
      assert e == null;
      e = eLeft;
      assert e == eLeft && e != eRight && e != null && e != halt;
      e = halt;
      assert e == halt;
      a = eRight;
      assert a == eRight && a != e;
    }
  }
}
