// Sequences and sets are read by an int, maps by a key, and the result of any expression can be indexed.
enum tDay { MON, TUE }
fun Squares(): seq[int] { return default(seq[int]); }
machine Reader {
  var queue: seq[string];
  var names: set[string];
  var hours: map[tDay, seq[int]];
  var spots: map[(int, int), bool];
  var boxes: map[any, int];
  start state Run {
    entry {
      var n: int;
      var text: string;
      text = queue[0];
      text = queue[sizeof(queue) - 1];
      text = names[0];
      n = hours[MON][0] + hours[TUE][hours[MON][1]];
      n = Squares()[3];
      text = keys(default(map[string, int]))[0];
      n = values(boxes)[n];
      if (spots[(1, 2)]) n = boxes["key"] + boxes[3] + boxes[null];
      n = (Squares(), names).0[0];
      text = (queue)[1];
    }
  }
}
