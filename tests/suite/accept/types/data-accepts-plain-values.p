// 'data' accepts values without references: numbers, strings, events, enums, null, and tuples and collections of them.
enum tColor { RED, BLUE }
type tRec = (id: int, colors: set[tColor], log: seq[(string, event)]);
event eFact: data;
fun Store(fact: data): data { return fact; }
machine Archive {
  var fact: data; var rec: tRec; var facts: seq[data]; var more: map[data, data];
  start state Run {
    entry {
      fact = 1; fact = true; fact = .5; fact = "text"; fact = null; fact = RED; fact = eFact; fact = halt;
      fact = (1, "x"); fact = (1,); fact = (id = 1, kind = halt); fact = rec; fact = fact;
      fact = default(seq[int]); fact = default(set[tColor]); fact = default(map[string, seq[float]]);
      fact = facts; fact = more; fact = (1, fact, null);
      facts += (0, rec); more[3] = "three"; more["three"] = 3;
      fact = Store(rec.colors);
      send this, eFact, (1, 2);
      send this, eFact, rec;
    }
    ignore eFact;
  }
}
