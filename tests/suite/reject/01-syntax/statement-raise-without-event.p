// 'raise' needs an event.
machine Client {
  start state Idle {
    entry { raise; }  //~ error: found ';'
  }
}
