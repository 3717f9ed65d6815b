// Inserted, added and removed values need only be assignable to the element, key or value type.
event ePing;
machine Peer { start state Run { ignore ePing; } }
machine Hub {
  var bag: seq[any];
  var peers: set[machine];
  var owners: map[any, machine];
  var facts: map[data, any];
  start state Run {
    entry {
      var p: Peer;
      p = new Peer();
      bag += (0, p); bag[0] = 3; bag[0] = "x";
      peers += (p); peers -= p; peers += (null); peers -= this;
      owners[1] = p; owners["one"] = null; owners += (ePing, this); owners -= true;
      facts[(1, "a")] = p; facts += (ePing, 5); facts -= null;
    }
  }
}
