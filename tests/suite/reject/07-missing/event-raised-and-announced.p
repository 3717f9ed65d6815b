// Raising and announcing undeclared events.
machine Client {
  start state Idle {
    entry {
      announce eStarted, 3;  //~ error: named 'eStarted'
      raise eFailed;  //~ error: named 'eFailed'
    }
  }
}
