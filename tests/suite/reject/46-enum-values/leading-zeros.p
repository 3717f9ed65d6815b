// Leading zeros do not make a number a different one.
enum tAgent { BOND = 007, SMITH = 86, MOORE = 7 }  //~ error: value 7 appears twice

machine User {
  var chosen: tAgent;
  start state Run { entry { chosen = SMITH; } }
}
