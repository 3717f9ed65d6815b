// A receive ends the path only if every case does.
event eReply: int;
event eTimeout;

machine Client {
  var answer: int;
  start state Run {
    entry { answer = Ask(); }
  }
  fun Ask(): int {  //~ error: not every path returns a value
    receive {
      case eReply: (n: int) { answer = n; }
      case eTimeout: { assert false, "no answer"; }
    }
  }
}
