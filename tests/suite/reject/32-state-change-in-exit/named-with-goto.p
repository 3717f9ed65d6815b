// A named transition function must not change the state.
event eNext: int;

machine Tour {
  start state Hall {
    on eNext goto Garden with Choose;  //~ error: may not raise an event or change state
  }
  state Garden { }
  state Tower { }
  fun Choose(n: int) { if (n == 2) goto Tower; }
}
