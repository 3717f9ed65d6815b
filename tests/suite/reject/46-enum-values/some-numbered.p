// Either all elements have a number or none.
enum tLevel { LOW = 1, MID, HIGH = 3 }  //~ error: found ','

machine User {
  var chosen: tLevel;
  start state Run { entry { chosen = LOW; } }
}
