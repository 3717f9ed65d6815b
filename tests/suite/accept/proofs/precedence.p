// Selection binds tighter than 'is' and 'targets', those tighter than 'inflight', '!' and every binary operator.
event eGrant: (epoch: int);
machine Node {
  var next: Node; var epoch: int;
  start state Idle { on eGrant do (g: (epoch: int)) { goto Holding; } }
  state Holding { ignore eGrant; }
}
pure flag(): bool;
pure flags(): set[bool];
invariant negation: forall (n: Node) :: !n is Idle ==> n is Holding;
invariant path: forall (n: Node) :: n.next is Idle && !n.next.next is Holding;
invariant target: forall (e: eGrant, n: Node) :: e targets n.next && !e targets n.next.next;
invariant equal: forall (e: eGrant, n: Node) :: inflight e == sent e && n is Idle == flag();
invariant member: forall (e: eGrant, n: Node) :: inflight e in flags() || e targets n in flags() || n is Idle in flags();
invariant prefix: forall (e: eGrant) :: !inflight e || !sent e ==> e.epoch + 1 > -e.epoch;
invariant body: flag() ==> forall (n: Node) :: n.epoch > 0 && n.epoch < 9 ==> n is Idle <==> n is Holding;
invariant inner: flag() && exists (n: Node) :: n.epoch == 1 || forall (m: Node) :: m.epoch == n.epoch ==> m == n;
