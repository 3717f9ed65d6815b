// There is no implicit conversion between int and float.
machine Meter {
  var count: int;
  var mean: float;
  start state Idle {
    entry {
      mean = 3;  //~ error: expected float, found int
      count = 2.5;  //~ error: expected int, found float
      mean = count to float;
    }
  }
}
