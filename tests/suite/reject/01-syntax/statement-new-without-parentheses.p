// Creation needs parentheses even without arguments.
machine Server { start state Idle { } }
machine Client {
  start state Idle {
    entry { new Server; }  //~ error: found ';'
  }
}
