// A machine's messages to itself are neither lost nor duplicated.
// verdict: holds
// states: 4
// transitions: 3
// run: --faults=loss=1,dup=1
// verdict: holds
// states: 4
// transitions: 3
// run: --faults=loss=1,dup=1 --network=p2p
// verdict: holds
event eItem;
event eEnd;
machine Main {
  var items: int;
  start state Only {
    entry { send this, eItem; send this, eEnd; receive { case eEnd: { } } }
    on eItem do { items = items + 1; assert items == 1; }
    on eEnd do { assert false; }
  }
}
