// A creation gives a reference and no number.
machine Server { start state Idle { } }
machine Driver {
  var id: int;
  start state Idle {
    entry { id = new Server(); }  //~ error: expected int, found Server
  }
}
