// A 'receive' may stand in a branch, in a loop, in another receive's case and in a global function.
event eAsk: machine;
event eAnswer: int;
event eMore;
fun Await(): int {
  var result: int;
  receive { case eAnswer: (n: int) { result = n; } }
  return result;
}
machine Student {
  start state Learn {
    entry (teacher: machine) {
      var i: int;
      foreach (i in default(seq[int])) receive { case eMore: { } }
      if ($) receive { case eMore: { i = i + 1; } } else i = Await();
      receive {
        case eMore: {
          send teacher, eAsk, this;
          receive {
            case eAnswer: (n: int) { i = n; raise eMore; }
            case eMore: { goto Rest; }
          }
        }
      }
    }
  }
  state Rest { ignore eMore; }
}
