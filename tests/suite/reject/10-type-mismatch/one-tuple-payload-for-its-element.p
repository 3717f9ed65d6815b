// A payload that is a tuple of one is no value of its element's type.
event eWrapped: (int);
machine Opener {
  var sum: int;
  start state Run {
    on eWrapped do (n: int) { sum = sum + n; }  //~ error: expected int, found (int)
  }
}
