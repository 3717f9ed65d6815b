// Two elements of an enum must not have the same number.
enum tLevel { LOW = 1, MID = 3, HIGH = 3 }  //~ error: value 3 appears twice

machine User {
  var chosen: tLevel;
  start state Run { entry { chosen = LOW; } }
}
