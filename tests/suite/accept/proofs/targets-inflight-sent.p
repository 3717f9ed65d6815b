// Messages: where they go, whether they were sent, and whether they are still under way.
event eGrant: (epoch: int);
event eRelease: (epoch: int);
machine Node {
  var next: machine; var epoch: int;
  start state Run {
    on eGrant do (g: (epoch: int)) { epoch = g.epoch; send next, eRelease, (epoch = epoch,); }
    ignore eRelease;
  }
}
pure hub(): machine;
invariant once: forall (e: event) :: inflight e ==> sent e;
invariant grants: forall (e: eGrant, m: machine) :: inflight e && e targets m ==> m is Node;
invariant nodes: forall (e: eRelease, n: Node) :: e targets n && sent e ==> e.epoch <= n.epoch;
invariant hubs: forall (e: event) :: e targets hub() ==> !(inflight e);
invariant apart: forall (a: eGrant, b: eGrant) :: sent a && sent b && a != b ==> a.epoch != b.epoch || true;
invariant some: exists (e: event, m: machine) :: !sent e || e targets m;
