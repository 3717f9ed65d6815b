// Selections and indices nest freely on the left of '='.
type tRoom = (door: int, desks: (int, map[int, string]));
machine Office {
  var floors: map[string, seq[tRoom]];
  var grid: seq[seq[map[bool, int]]];
  var links: seq[int];
  var marks: map[(int, bool), (seq[int], int)];
  start state Open {
    entry {
      floors["up"] = default(seq[tRoom]);
      floors["up"] += (0, default(tRoom));
      floors["up"][0].door = 1;
      floors["up"][0].desks.0 = 2;
      floors["up"][0].desks.1[7] = "ann";
      floors["up"][0].desks = (3, default(map[int, string]));
      floors["up"][0] = floors["up"][0];
      grid[0][1][$] = 5;
      links[links[links[0]]] = links[1];
      marks[(1, true)].0[links[0]] = 4;
      marks[(1, true)] = (links, 2);
    }
  }
}
