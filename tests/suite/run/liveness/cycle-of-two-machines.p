// Two machines play ping-pong for ever, and nobody answers the request.
// verdict: violated: liveness @15
event eBall: machine;
event eAsk;
event eDone;
machine Main {
  start state Only {
    entry { announce eAsk; send new Player(), eBall, this; }
    on eBall do (other: machine) { send other, eBall, this; }
  }
}
machine Player { start state Only { on eBall do (other: machine) { send other, eBall, this; } } }
spec Finishes observes eAsk, eDone {
  start cold state Quiet { on eAsk goto Open; ignore eDone; }
  hot state Open { on eDone goto Quiet; ignore eAsk; }
}
