// 'default' takes every type.
type tHandle;
type tJob = (id: int, done: bool);
enum tColor { RED = 3, BLUE = 1 }
event ePing;
eventset Pings = { ePing };
interface Pool(int) receives ePing;
machine Peer { start state Run { ignore ePing; } }
machine Maker {
  start state Run {
    entry {
      var box: any; var job: tJob; var color: tColor; var who: machine; var peer: Peer;
      box = (default(int), default(bool), default(float), default(string));
      box = (default(event), default(any), default(tHandle));
      who = default(machine);
      box = default(data);
      color = default(tColor);
      job = default(tJob);
      peer = default(Peer);
      who = default(Pool);
      who = default(Pings);
      box = (default(seq[int]), default(set[tJob]), default(map[int, seq[bool]]));
      box = (default((int)), default((int, bool)), default((id: int)), default((id: int, on_: bool)));
    }
  }
}
