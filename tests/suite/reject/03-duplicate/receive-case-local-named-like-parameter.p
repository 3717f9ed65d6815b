// A receive case has a scope of its own, in which names are still unique.
event eReply: int;
machine Client {
  start state Idle {
    entry {
      var answer: int;
      receive {
        case eReply: (reply: int) {
          var answer: bool;
          var reply: int;  //~ error: 'reply' is already declared
        }
      }
    }
  }
}
