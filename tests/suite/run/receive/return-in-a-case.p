// `return` in a case leaves the function around the receive.
// verdict: holds
// states: 6
// transitions: 5
event eItem;
event eStop;
machine Main {
  var items: int;
  start state Only {
    entry {
      send this, eItem; send this, eItem; send this, eStop; send this, eItem;
      Drain();
      assert items == 2;
    }
    on eItem do { items = items + 1; assert items == 3; }
  }
  fun Drain() {
    while (true) {
      receive {
        case eItem: { items = items + 1; }
        case eStop: { return; }
      }
      assert items > 0;
    }
  }
}
