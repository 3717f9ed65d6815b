// Three parameters are too many for the entry of a later state as well.
event eMix: (int, int, int);

machine Painter {
  var hue: int;
  start state Empty {
    on eMix do (c: (int, int, int)) { hue = c.0; }
  }
  state Mixed {
    entry Blend;  //~ error: takes at most one parameter
  }
  fun Blend(r: int, g: int, b: int) { hue = r + g + b; }
}
