// In transit a message to itself is not in the queue yet: null may fire before it.
// verdict: holds
// run: --network=p2p
// verdict: violated: assertion @16
// run: --network=causal
// verdict: violated: assertion @16
// run: --network=bag
// verdict: violated: assertion @16
event eItem;
machine Main {
  var items: int;
  start state Only {
    entry { send this, eItem; }
    on eItem do { items = items + 1; }
    on null do {
      assert items == 1;
      goto Done;
    }
  }
  state Done { ignore eItem; }
}
