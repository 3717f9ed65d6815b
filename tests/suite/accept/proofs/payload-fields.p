// The fields of an event's payload are read from a variable of that event's type.
type tLease = (holder: machine, token: int);
event eGrant: (lease: tLease, epoch: int);
event eReturn: tLease;
machine Desk {
  var given: set[int];
  start state Open {
    on eReturn do (l: tLease) { given -= l.token; }
    on eGrant do (g: (lease: tLease, epoch: int)) { given += (g.lease.token); }
  }
}
invariant tokens: forall (e: eGrant) :: sent e ==> e.lease.token >= 0 && e.epoch < 100;
invariant holders: forall (e: eGrant, r: eReturn) :: e.lease.token == r.token ==> e.lease.holder == r.holder;
invariant leases: forall (e: eGrant, l: tLease) :: e.lease == l ==> e.lease.holder == l.holder;
invariant desk: forall (r: eReturn, d: Desk) :: inflight r && r targets d ==> r.token in d.given;
