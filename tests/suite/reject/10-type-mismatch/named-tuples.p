// Named tuples fit only with the same names in the same order.
type tPoint = (x: int, y: int);
machine Robot {
  var place: tPoint;
  start state Idle {
    entry {
      place = (x = 1, y = 2);
      place = (y = 2, x = 1);  //~ error: found (y: int
      place = (x = 1, z = 2);  //~ error: found (x: int
      place = (x = 1,);  //~ error: found (x: int
    }
  }
}
