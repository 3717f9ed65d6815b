// Waiting for an undeclared event.
event eReply;
machine Client {
  start state Idle {
    entry {
      receive {
        case eReply: { print "replied"; }
        case eTimeout: { print "gave up"; }  //~ error: no event named 'eTimeout'
      }
    }
  }
}
