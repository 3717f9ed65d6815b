// A function that returns a value must not change the state.
machine Door {
  var turns: int;
  start state Closed {
    entry { turns = Unlock(3); }
  }
  state Opened { }
  fun Unlock(key: int): int {
    if (key == 3) {
      goto Opened;  //~ error: 'goto' in a function that returns a value
    }
    return key;
  }
}
