// null can be compared with machine, event, any and data only.
machine Server { start state Idle { } }
machine Client {
  var server: Server;
  var peer: machine;
  var total: int;
  start state Idle {
    entry {
      assert peer == null;
      assert total == null;  //~ error: cannot compare int with null
      assert server != null;  //~ error: cannot compare Server with null
    }
  }
}
