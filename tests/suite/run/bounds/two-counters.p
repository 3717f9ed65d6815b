// A state is outside if one machine of the type is.  By hand: Main is new, both counters
// are new, the second is: 3 states with a transition each.  Then both count from 0 on:
// 4 * 4 pairs within the bound with two transitions each, and 2 * 4 pairs with a 4.
// flags: --within=Counter:had<=3
// verdict: within
// states: 27
// transitions: 35
// run: --search=dfs
// verdict: within
// states: 27
// transitions: 35
// run: --network=causal
// verdict: within
// states: 27
// transitions: 35
event eTick;

machine Counter {
  var had: int;
  start state S {
    entry { send this, eTick; }
    on eTick do { had = had + 1; send this, eTick; }
  }
}

machine Main {
  start state S {
    entry { new Counter(); new Counter(); }
  }
}
