// 'forall new' ranges over the messages that a loop has sent so far.
event eVote: (round: int, from_: machine);
event eReset;
machine Voter {
  var peers: set[machine]; var round: int;
  start state Run {
    on eReset do {
      var p: machine;
      foreach (p in peers)
        invariant forall new (e: eVote) :: e.round == round && e.from_ == this;
        invariant forall new (e: event) :: e is eVote;
        invariant forall new (e: event) :: forall (m: machine) :: e targets m ==> m in peers;
      {
        send p, eVote, (round = round, from_ = this);
      }
    }
    on eVote do (v: (round: int, from_: machine)) { round = v.round; }
  }
}
invariant rounds: forall (v: Voter) :: v.round >= 0;
