// A machine reads its own fields by their names, not through 'this'.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      assert total == 0;
      assert this.total == 0;  //~ error: only in proofs
    }
  }
}
