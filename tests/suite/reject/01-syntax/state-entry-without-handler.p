// 'entry' needs a function body or a function name.
machine Door {
  start state Closed {
    entry;  //~ error: found ';'
  }
}
