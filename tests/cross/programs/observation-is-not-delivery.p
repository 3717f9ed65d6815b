// expect: violated: assertion
// Monitors may see two sends in one order while their target receives them in the other.
event eTag: int;
event eSeen: int;
machine Main {
  var c: machine;
  start state S { entry { c = new Sink(); new Src((dst = c, tag = 1)); new Src((dst = c, tag = 2)); } }
}
machine Src { start state S { entry (p: (dst: machine, tag: int)) { send p.dst, eTag, p.tag; } } }
machine Sink { start state S { on eTag do (n: int) { announce eSeen, n; } } }
spec Fifo observes eTag, eSeen {
  var q: seq[int];
  start state S {
    on eTag do (n: int) { q += (sizeof(q), n); }
    on eSeen do (n: int) { assert q[0] == n; q -= (0); }
  }
}
test tc [main=Main]: assert Fifo in { Main, Src, Sink };
