// The proof dialect: formulas are functions, commands are lists.
event eToken: (seqno: int);
machine Node {
  var holding: bool;
  var next: machine;
  var seen: set[int];
  start state Run {
    on eToken do (t: (seqno: int)) {
      var k: int;
      assume t.seqno >= 0;
      foreach (k in seen)
        invariant forall new (e: eToken) :: e.seqno > k;
      { send next, eToken, (seqno = Next(k),); }
    }
  }
  fun Next(n: int) return (m: int); requires n >= 0; ensures m > n;
}
spec Watch observes eToken { var last: int; start state S { on eToken do (t: (seqno: int)) { last = t.seqno; } } }
pure ring(): set[machine];
pure larger(a: int, b: int): bool = a > b;
axiom forall (m: machine) :: m in ring() ==> m != null;
init-condition forall (n: Node) :: n in ring() && n.next in ring() && !n.holding;
Lemma shape {
  invariant closed: forall (n: Node) :: n.next in ring();
  invariant stays: forall (e: eToken, m: machine) :: inflight e && e targets m ==> m in ring();
}
invariant ordered: forall (e: eToken) :: sent e ==> larger(e.seqno, 0) || Watch.last >= e.seqno;
invariant kinds: forall (m: machine) :: exists (e: event) :: m is Node ==> (m is Run <==> !(e is eToken));
Theorem all { invariant both: shape && ordered; }
Proof main_proof {
  prove shape;
  prove ordered, kinds using shape;
  prove all_both, 1 < 2 using * except kinds;
  prove default using shape;
}
