// A run without end need not have the fault it could have at every turn.
// verdict: violated: liveness @24
// run: --faults=dup=1
// verdict: violated: liveness @24
event eBall: (src: machine, bit: bool);
event eTwice;
machine Main {
  start state Only {
    entry { send new Player(), eBall, (src = this, bit = true); }
    on eBall do (b: (src: machine, bit: bool)) { send b.src, eBall, (src = this, bit = !b.bit); }
  }
}
machine Player {
  var last: bool;
  start state Only {
    on eBall do (b: (src: machine, bit: bool)) {
      if (b.bit == last) { announce eTwice; return; }
      last = b.bit;
      send b.src, eBall, (src = this, bit = b.bit);
    }
  }
}
spec SeesACopy observes eTwice {
  start hot state Waiting { on eTwice goto Seen; }
  cold state Seen { ignore eTwice; }
}
