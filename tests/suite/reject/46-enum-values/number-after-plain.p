// After an element without a number none may have one.
enum tLevel { LOW, MID = 2, HIGH }  //~ error: found '='

machine User {
  var chosen: tLevel;
  start state Run { entry { chosen = LOW; } }
}
