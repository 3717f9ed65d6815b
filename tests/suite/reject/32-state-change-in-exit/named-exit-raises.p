// A named exit function must not raise an event, as an action it may.
event eNext;
event eLost;

machine Tour {
  start state Hall {
    on eNext do Panic;
    on eLost goto Garden;
    exit Panic;  //~ error: may not raise an event or change state
  }
  state Garden { }
  fun Panic() { raise eLost; }
}
