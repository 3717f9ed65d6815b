// Aliases may refer to aliases declared later and are transparent everywhere.
type tOrders = map[tId, tOrder];
type tOrder = (id: tId, lines: tLines);
type tLines = seq[tLine];
type tLine = (tName, tId);
type tName = string;
type tId = int;
fun Plus(a: int, b: tId): tId { return a + b; }
machine Shop {
  var orders: map[int, (id: int, lines: seq[(string, int)])];
  var same: tOrders;
  start state Open {
    entry {
      var id: tId; var n: int; var line: (string, int);
      same = orders; orders = same;
      n = id; id = n; id = Plus(id, n) + 1;
      foreach (n in keys(same)) ;
      foreach (id in keys(orders)) foreach (line in same[id].lines) print line.0 + "";
      if (n == id && id < n && same == orders) n = same[id].id to int;
    }
  }
}
