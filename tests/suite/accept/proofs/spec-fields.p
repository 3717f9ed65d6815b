// The fields of a spec are read through its name.
event eVote: (voter: machine, yes: bool);
spec Tally observes eVote {
  var yes: set[machine]; var count: int; var last: (voter: machine, yes: bool);
  start state Counting {
    on eVote do (v: (voter: machine, yes: bool)) {
      if (v.yes) yes += (v.voter);
      count = count + 1;
      last = v;
    }
  }
}
machine Voter { start state Run { ignore eVote; } }
invariant counted: Tally.count >= 0;
invariant voters: forall (m: machine) :: m in Tally.yes ==> m is Voter;
invariant latest: Tally.last.yes ==> Tally.last.voter in Tally.yes;
init-condition Tally.count == 0 && forall (m: machine) :: !(m in Tally.yes);
