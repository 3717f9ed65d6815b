// A run that ends in a state neither hot nor cold is fine.
// verdict: holds
// states: 3
// transitions: 2
event eAsk;
machine Main { start state Only { entry { announce eAsk; } } }
spec Answered observes eAsk {
  start hot state Open { on eAsk goto Half; }
  state Half { ignore eAsk; }
}
