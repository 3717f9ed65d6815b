// Two enums may use the same numbers, one enum may not.
enum tCoin { HEADS = 1, TAILS = 2 }
enum tLight { RED = 1, YELLOW = 2, GREEN = 1 }  //~ error: value 1 appears twice

machine Lamp {
  var light: tLight;
  start state Run { entry { light = RED; } }
}
