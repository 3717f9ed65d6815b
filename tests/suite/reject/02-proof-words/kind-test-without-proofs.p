// 'is' tests the kind of a machine only in programs that contain a proof.
machine Server { start state Idle { } }
machine Client {
  start state Idle {
    entry (peer: machine) {
      assert peer is Server;  //~ error: only in proofs
    }
  }
}
