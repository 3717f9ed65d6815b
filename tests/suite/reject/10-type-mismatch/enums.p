// Enums fit neither each other nor int.
enum tColor { RED, GREEN }
enum tLight { ON, OFF }
machine Lamp {
  var color: tColor;
  var code: int;
  start state Idle {
    entry {
      color = ON;  //~ error: expected tColor, found tLight
      color = 1;  //~ error: expected tColor, found int
      code = GREEN;  //~ error: expected int, found tColor
      code = GREEN to int;
    }
  }
}
