// Zero is a number like any other.
enum tBit { OFF = 0, ON = 1, NONE = 0 }  //~ error: value 0 appears twice

machine User {
  var chosen: tBit;
  start state Run { entry { chosen = ON; } }
}
