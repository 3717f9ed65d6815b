// 'machine' accepts references of machines, interfaces and event sets, and null.
event ePing;
event ePong;
eventset Pings = { ePing };
interface Pool() receives ePing, ePong;
machine Peer receives ePing; { start state Run { ignore ePing; } }
fun Greet(who: machine): machine { return who; }
machine Hub {
  var who: machine; var pings: Pings; var pool: Pool; var team: seq[machine]; var book: map[string, machine];
  start state Run {
    entry {
      who = this; who = null; who = new Peer(); who = new Pool(); who = pings; who = pool; who = who;
      who = default(Peer); who = default(machine);
      who = Greet(this); who = Greet(pool); who = Greet(null); Greet(pings);
      team += (0, pool); team[0] = this; team += (0, null);
      book["ann"] = pings; book["bob"] = new Peer();
    }
  }
}
