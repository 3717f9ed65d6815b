// The type '(int)' is a tuple with one element.
machine Box {
  var wrapped: (int);
  var plain: int;
  start state Idle {
    entry {
      wrapped = (3,);
      wrapped = 3;  //~ error: found int
      plain = wrapped;  //~ error: expected int, found (int
    }
  }
}
