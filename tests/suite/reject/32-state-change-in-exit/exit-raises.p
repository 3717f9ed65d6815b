// An exit function must not raise an event.
event eNext;
event eLeft;

machine Tour {
  start state Hall {
    on eNext goto Garden;
    exit { raise eLeft; }  //~ error: may not raise an event or change state
  }
  state Garden { ignore eLeft; }
}
