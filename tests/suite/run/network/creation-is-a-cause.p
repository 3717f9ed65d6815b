// What the creator sent before `new` comes, by cause, before what the child sends.
// verdict: holds
// states: 6
// transitions: 5
// run: --network=p2p
// verdict: violated: assertion @20
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: violated: assertion @20
event eItem: int;
machine Main {
  start state Only { entry { var s: machine; s = new Sink(); send s, eItem, 1; new Child(s); } }
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
