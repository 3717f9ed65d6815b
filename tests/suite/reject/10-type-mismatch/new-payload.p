// The argument of a creation must fit the parameter of the start state's entry.
machine Server {
  start state Idle { entry (port: int) { assert port > 0; } }
}
machine Logger { start state Idle { } }
machine Driver {
  start state Idle {
    entry {
      new Server("http");  //~ error: expected int, found string
      new Server();  //~ error: needs a payload
      new Logger(3);  //~ error: no payload
    }
  }
}
