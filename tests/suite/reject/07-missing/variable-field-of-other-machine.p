// A machine does not see the fields of another one.
machine Server {
  var load: int;
  start state Idle { entry { load = 1; } }
}
machine Client {
  start state Idle {
    entry { assert load < 10; }  //~ error: no variable named 'load'
  }
}
