// A receive case opens a child scope whose parameter and locals may hide those of the function.
event eReply: string;
event eError: int;

machine Client {
  var text: string;
  start state Ask {
    entry {
      var n: int;
      var reply: int;
      receive {
        case eReply: (reply: string) {
          var n: string;
          n = reply;
          text = n + reply;
        }
        case eError: (text: int) {
          var reply: bool;
          reply = text == n;
        }
      }
      n = reply + 1;
    }
  }
}
