// A spec that starts hot and sees nothing is hot at the end.
// verdict: violated: liveness @6
event eAsk;
machine Main { start state Only { entry { if ($) announce eAsk; } } }
spec Asked observes eAsk {
  start hot state Waiting { on eAsk goto Done; }
  cold state Done { ignore eAsk; }
}
