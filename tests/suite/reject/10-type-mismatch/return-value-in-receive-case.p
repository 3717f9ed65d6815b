// A receive case is checked as a function without result.
event eReply: int;
machine Client {
  start state Idle { entry { Ask(); } }
  fun Ask(): int {
    receive {
      case eReply: (answer: int) {
        return answer;  //~ error: found int
      }
    }
    return 0;
  }
}
