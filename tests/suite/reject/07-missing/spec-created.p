// A spec has no interface and cannot be created.
event eCommit: int;
spec Agreement observes eCommit {
  start state Watching { ignore eCommit; }
}
machine Driver {
  start state Idle {
    entry { new Agreement(); }  //~ error: 'Agreement' is a spec and cannot be created
  }
}
