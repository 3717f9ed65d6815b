// 'in' looks for an element of a sequence or set and for a key of a map; the element need only be assignable.
event ePing;
machine Peer { start state Run { ignore ePing; } }
machine Finder {
  var queue: seq[string];
  var peers: set[machine];
  var ages: map[string, bool];
  var things: set[any];
  var facts: map[data, int];
  var kinds: seq[event];
  start state Run {
    entry {
      var found: bool;
      found = "ann" in queue;
      found = this in peers || new Peer() in peers || null in peers;
      found = "ann" in ages && !("bob" in ages);
      found = 3 in things || true in things || (1, 2) in things || this in things;
      found = "x" in facts || ePing in facts || null in facts;
      found = ePing in kinds || halt in kinds || null in kinds;
      found = 3 in default(set[int]);
      while ("ann" in keys(ages)) ages -= "ann";
    }
  }
}
