// A value of every type can be stored in a variable of type 'any'.
type tHandle;
enum tColor { RED, BLUE }
event ePing;
eventset Pings = { ePing };
interface Pool() receives ePing;
machine Peer receives ePing; { start state Run { ignore ePing; } }
machine Hoarder {
  var box: any; var handle: tHandle; var pings: Pings; var fact: data; var who: machine;
  start state Run {
    entry {
      box = 1; box = true; box = .5; box = "text"; box = null; box = ePing; box = halt; box = RED;
      box = this; box = who; box = new Peer(); box = new Pool(); box = pings; box = handle; box = fact; box = box;
      box = (1, "x"); box = (1,); box = (id = 1,); box = (id = 1, who = this);
      box = default(seq[int]); box = default(set[any]); box = default(map[int, machine]);
      box = Nothing() == null;
    }
  }
  fun Nothing(): any { return null; }
}
