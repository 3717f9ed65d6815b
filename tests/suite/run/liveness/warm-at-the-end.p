// A run that ends in a state neither hot nor cold is fine.
// verdict: holds
event eAsk;
machine Main { start state Only { entry { announce eAsk; } } }
spec Answered observes eAsk {
  start hot state Open { on eAsk goto Half; }
  state Half { ignore eAsk; }
}
