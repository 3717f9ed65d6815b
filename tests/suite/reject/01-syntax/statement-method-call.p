// Functions are not called through a dot.
machine Pool {
  var worker: machine;
  start state Idle {
    entry { worker.Start(); }  //~ error: found '('
  }
}
