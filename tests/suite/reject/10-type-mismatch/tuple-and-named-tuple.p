// A tuple never fits a named tuple, nor the other way round.
type tPoint = (x: int, y: int);
machine Robot {
  var place: tPoint;
  var pair: (int, int);
  start state Idle {
    entry {
      place = (1, 2);  //~ error: found (int
      pair = (x = 1, y = 2);  //~ error: found (x: int
    }
  }
}
