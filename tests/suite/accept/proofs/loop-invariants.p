// A 'foreach' may carry invariants in front of its body, which may be any statement.
event eWake: (round: int);
machine Waker {
  var peers: set[machine]; var woken: map[machine, bool]; var round: int;
  start state Run {
    entry {
      var p: machine; var count: int;
      foreach (p in peers)
        invariant count >= 0;
        invariant forall (m: machine) :: m in woken ==> m in peers;
      {
        count = count + 1;
        woken[p] = true;
      }
      foreach (p in peers) invariant round == 0; send p, eWake, (round = round,);
      foreach (p in keys(woken))
        invariant true; invariant count < 100 || count >= 100; ;
      foreach (p in peers) { foreach (p in peers) invariant p == p; { } }
    }
    ignore eWake;
  }
}
init-condition forall (w: Waker) :: w.round == 0;
