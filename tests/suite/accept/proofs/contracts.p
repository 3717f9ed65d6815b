// A function without body may name its result and state what it needs and what it ensures.
fun Fresh(used: set[int]) return (id: int);
  requires sizeof(used) >= 0;
  ensures !(id in used);
fun Larger(a: int, b: int)
  return (m: int);
  requires a >= 0; requires b >= 0;
  ensures m >= a; ensures m >= b; ensures m == a || m == b;
fun Anyone() return (m: machine);
fun Pick(s: set[machine]) return (m: machine); ensures m in s;
fun Spend(n: int) requires n > 0;
fun Settle(n: int, limit: int) requires n < limit; ensures n <= limit;
machine User {
  var ids: set[int]; var peers: set[machine]; var last: int;
  start state Run {
    entry {
      last = Larger(Fresh(ids), last) + 1;
      peers += (Anyone());
      peers -= Pick(peers);
      Spend(last); Settle(last, 10); Fresh(ids);
    }
  }
}
invariant trivial: true;
