// In a program that proves something, too, proof words are names where nothing else fits.
event eVote: (targets: int, sent: bool);
machine Voter {
  var targets: int;
  var sent: bool;
  start state Idle {
    on eVote do (p: (targets: int, sent: bool)) {
      var using: int;
      sent = p.sent || sent;
      targets = targets + p.targets;
      foreach (using in default(set[int]))
        invariant sent;
        invariant (targets > 0);
        targets = targets - 1;
    }
  }
}
pure using(v: Voter): int = v.targets;
invariant sent: forall (v: Voter) :: v.sent ==> using(v) > 0;
invariant except: forall (v: Voter, e: eVote) :: e targets v && inflight e && !sent (e) ==> e.targets > 0;
invariant exists: exists (v: Voter) :: v is Voter;
Lemma targets { invariant forall: true; }
Theorem is { invariant prove: true; }
Proof Proof {
  prove sent using except, exists except exists;
  prove targets using is;
}
