// An alias of a machine, interface or event set is expanded on both sides of an assignment.
event ePing;
eventset Pings = { ePing };
interface Server() receives ePing;
type tServer = Server;
type tPings = Pings;
type tMachine = machine;
type tMain = tServer;
machine Client {
  var server: tServer; var pings: tPings; var who: machine; var any_: tMachine; var plain: Server; var chain: tMain;
  start state Run {
    entry {
      server = new Server();
      who = server; who = pings; who = chain; any_ = server; any_ = null; who = any_;
      plain = server; server = plain; pings = server; chain = pings;
      server = who as tServer; server = who to tServer;
      send server, ePing; send any_, ePing;
      assert server == who && who != pings && any_ == null;
      who = Find("x");
    }
  }
  fun Find(name: string): tMachine { return server; }
}
