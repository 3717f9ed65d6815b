// A machine's messages to itself travel like all others: only a bag mixes them.
// verdict: holds
// states: 4
// transitions: 3
// run: --network=p2p
// verdict: holds
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: violated: assertion @17
event eItem: int;
machine Main {
  var last: int;
  start state Only {
    entry { send this, eItem, 1; send this, eItem, 2; }
    on eItem do (n: int) {
      assert n > last;
      last = n;
    }
  }
}
