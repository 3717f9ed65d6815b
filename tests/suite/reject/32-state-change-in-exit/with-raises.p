// A transition function must not raise an event.
event eNext: int;
event eTooFar;

machine Tour {
  start state Hall {
    on eNext goto Garden with (n: int) { if (n > 9) raise eTooFar; }  //~ error: may not raise an event or change state
  }
  state Garden { ignore eTooFar; }
}
