// The target of a 'send' is any expression that is assignable to 'machine'.
event ePing;
eventset Pingable = { ePing };
interface Sink() receives ePing;
machine Peer receives ePing, halt; { start state Run { ignore ePing; } }
machine Caller {
  var peers: seq[machine];
  var book: map[string, (home: machine, work: Peer)];
  var pair: (Pingable, int);
  var box: any;
  start state Run {
    entry {
      send this, ePing;
      send peers[0], ePing;
      send choose(peers), ePing;
      send book["ann"].home, ePing;
      send book["ann"].work, ePing;
      send pair.0, ePing;
      send new Sink(), ePing;
      send Nearest(), ePing;
      send box as machine, ePing;
      send peers[0] to Sink, ePing;
      send values(book)[0].work, ePing;
      send null, ePing;
    }
  }
  fun Nearest(): Peer { return new Peer(); }
}
