// 'send' with no payload, one payload and 'halt'; the payload need only be assignable.
type tMail = (sender: machine, body: any);
event ePing;
event eCount: int;
event eMail: tMail;
event eAll: seq[any];
machine Peer { start state Run { ignore ePing, eCount, eMail, eAll; } }
machine Post {
  start state Run {
    entry {
      var p: Peer;
      p = new Peer();
      send p, ePing;
      send p, eCount, 3;
      send p, eCount, (3 + 4) * 5;
      send p, eMail, (sender = this, body = 5);
      send p, eMail, (sender = p, body = null);
      send p, eMail, (sender = null, body = (1, true));
      send p, eAll, default(seq[int]);
      send p, halt;
      send (p), (eCount), (3);
    }
  }
}
