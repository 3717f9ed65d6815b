// A receive case cannot drop a payload as an ordinary handler can.
event eReply: int;
machine Client {
  start state Idle {
    entry {
      receive {
        case eReply: { print "replied"; }  //~ error: found int
      }
    }
    on eReply do { print "late reply"; }
  }
}
