// A message to itself may be overtaken by what a helper sends later, unless causes come first.
// verdict: holds
// states: 5
// transitions: 4
// run: --network=p2p
// verdict: violated: assertion @17
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: violated: assertion @17
event eItem: int;
machine Main {
  var last: int;
  start state Only {
    entry { send this, eItem, 1; new Helper(this); }
    on eItem do (n: int) {
      assert n > last;
      last = n;
    }
  }
}
machine Helper { start state Only { entry (m: machine) { send m, eItem, 2; } } }
