// A sequence, set or map is assignable when its elements, keys and values are.
event ePing;
event eAll: seq[any];
machine Peer { start state Run { ignore ePing; } }
fun Count(things: seq[any]): int { return sizeof(things); }
fun Ids(): seq[data] { return default(seq[int]); }
machine Mixer {
  var ints: seq[int]; var things: seq[any]; var facts: seq[data]; var peers: set[Peer]; var team: set[machine];
  var ages: map[string, int]; var loose: map[any, any]; var half: map[data, int]; var rows: seq[seq[any]];
  start state Run {
    entry {
      things = ints; facts = ints; things = facts;
      team = peers;
      loose = ages; half = ages; loose = half;
      rows = default(seq[seq[int]]);
      rows[0] = ints;
      rows += (0, facts);
      things = keys(ages); things = values(ages);
      ints += (0, Count(ints) + Count(facts) + Count(default(seq[Peer])));
      send this, eAll, ints;
    }
    on eAll do (all: seq[any]) { loose = default(map[int, Peer]); things = Ids(); }
  }
}
