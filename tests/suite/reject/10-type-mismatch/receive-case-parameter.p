// The parameter of a receive case must accept the event's payload.
event eReply: int;
event eDenied: string;
machine Client {
  start state Idle {
    entry {
      receive {
        case eReply: (answer: bool) { assert answer; }  //~ error: expected bool, found int
        case eDenied: (reason: string) { print reason; }
      }
    }
  }
}
