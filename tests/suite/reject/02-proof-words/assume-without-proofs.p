// 'assume' is a statement only of programs that contain a proof.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      total = choose(10);
      assume total > 2;  //~ error: only in proofs
      assert total > 1;
    }
  }
}
