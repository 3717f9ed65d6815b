// What the creator sends after `new` has no place before or after what the child sends.
// verdict: violated: assertion @18
// run: --network=p2p
// verdict: violated: assertion @18
// run: --network=causal
// verdict: violated: assertion @18
// run: --network=bag
// verdict: violated: assertion @18
event eItem: int;
machine Main {
  start state Only { entry { var s: machine; s = new Sink(); new Child(s); send s, eItem, 1; } }
}
machine Child { start state Only { entry (s: machine) { send s, eItem, 2; } } }
machine Sink {
  var last: int;
  start state Only {
    on eItem do (n: int) {
      assert n > last;
      last = n;
    }
  }
}
