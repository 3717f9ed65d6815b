// Specs see messages when they are sent, in every network.
// verdict: holds
// states: 6
// transitions: 5
// run: --network=p2p
// verdict: holds
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: holds
event eItem: int;
machine Main {
  start state Only { entry { var s: machine; s = new Sink(); send s, eItem, 1; send s, eItem, 2; } }
}
machine Sink { start state Only { ignore eItem; } }
spec InOrder observes eItem {
  var last: int;
  start state Only { on eItem do (n: int) { assert n == last + 1; last = n; } }
}
