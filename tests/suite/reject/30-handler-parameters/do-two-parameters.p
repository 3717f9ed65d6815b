// A tuple payload is not spread over two parameters of an action.
event eMove: (int, int);

machine Turtle {
  var x: int;
  var y: int;
  start state Walk {
    on eMove do Step;  //~ error: takes at most one parameter
  }
  fun Step(dx: int, dy: int) { x = x + dx; y = y + dy; }
}
