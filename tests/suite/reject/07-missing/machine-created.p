// Creating undeclared machines, as a statement and in an expression.
machine Driver {
  var server: machine;
  start state Idle {
    entry {
      new Logger();  //~ error: no machine or interface named 'Logger'
      server = new Server(3);  //~ error: no machine or interface named 'Server'
    }
  }
}
