// Unknown fields cannot be assigned either.
machine Robot {
  var place: (x: int, y: int);
  var route: seq[(x: int, y: int)];
  start state Idle {
    entry {
      place.z = 3;  //~ error: no field named 'z'
      route[0].speed = 3;  //~ error: no field named 'speed'
    }
  }
}
