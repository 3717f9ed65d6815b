// A goto is found in a function that calls itself.
event eDive;

machine Diver {
  start state Surface {
    on eDive goto Below with { Sink(5); }  //~ error: may not raise an event or change state
  }
  state Below { }
  state Bottom { }
  fun Sink(depth: int) { if (depth > 0) { Sink(depth - 1); } else { goto Bottom; } }
}
