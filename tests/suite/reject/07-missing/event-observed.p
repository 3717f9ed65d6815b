// A spec observing an undeclared event.
event eCommit: int;
spec Agreement observes eCommit, eAbort {  //~ error: no event named 'eAbort'
  start state Watching { ignore eCommit; }
}
