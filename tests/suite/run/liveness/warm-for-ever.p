// A cycle of warm states is fine, also after a hot one.
// verdict: holds
// states: 6
// transitions: 6
event eAsk;
event eTick;
machine Main {
  start state Only { entry { announce eAsk; send this, eTick; } on eTick do { send this, eTick; } }
}
spec Answered observes eAsk, eTick {
  start hot state Open { on eAsk goto Half; ignore eTick; }
  state Half { on eTick goto Other; ignore eAsk; }
  state Other { on eTick goto Half; ignore eAsk; }
}
