// In a program with proofs the proof operators may be used in ordinary functions as well.
event ePing: (n: int);
machine Peer { var seen: int; start state Idle { on ePing do (p: (n: int)) { seen = p.n; } } }
machine Caller {
  var peer: Peer;
  start state Run {
    on ePing do (p: (n: int)) {
      if (peer is Idle && !peer is Peer) send peer, ePing, p;
      assert forall (e: ePing) :: e targets peer && inflight e ==> e.n > peer.seen;
      if (exists (e: ePing) :: sent e && e.n == p.n) return;
      while (exists (m: machine) :: m is Peer) peer = Other();
    }
  }
  fun Other(): Peer { assert peer.seen > 0 <==> exists (q: Peer) :: q != peer; return peer; }
}
invariant counts: forall (q: Peer) :: q.seen >= 0;
