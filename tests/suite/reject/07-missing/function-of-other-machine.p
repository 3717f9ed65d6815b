// A machine cannot call the functions of another one.
machine Server {
  start state Idle { entry { Prepare(); } }
  fun Prepare() { }
}
machine Client {
  start state Idle {
    entry { Prepare(); }  //~ error: no function named 'Prepare'
  }
}
