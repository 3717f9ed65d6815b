// 'receive' needs a block of cases.
event eReply;
machine Client {
  start state Idle {
    entry {
      receive eReply;  //~ error: found 'eReply'
      print "replied";
    }
  }
}
