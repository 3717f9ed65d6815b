// The payload of a goto really reaches a named entry function.
// verdict: violated: assertion @7 got 4
machine Main {
  start state First { entry { goto Last, 4; } }
  state Last { entry Count; }
  fun Count(n: int) {
    assert n == 0, format("got {0}", n);
  }
}
