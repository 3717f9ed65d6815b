// An assertion takes a bool and a string.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      assert total;  //~ error: expected bool, found int
      assert total > 0, total;  //~ error: expected string, found int
      assert null, "nothing";  //~ error: expected bool, found null
    }
  }
}
