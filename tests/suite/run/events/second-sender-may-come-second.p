// Messages of two senders may also arrive in the order of the creation of the senders.
// verdict: violated: assertion @15
event eItem: int;
machine Main {
  start state Only {
    entry { var s: machine; s = new Sink(); new Src((to_ = s, n = 1)); new Src((to_ = s, n = 2)); }
  }
}
machine Src { start state Only { entry (p: (to_: machine, n: int)) { send p.to_, eItem, p.n; } } }
machine Sink {
  var seen: seq[int];
  start state Only {
    on eItem do (n: int) {
      seen += (sizeof(seen), n);
      assert seen[0] == 2;
    }
  }
}
