// Handlers may call pure functions and loop over what they return.
event eVoteReq: (round: int);
pure participants(): set[machine];
pure coordinator(): machine;
pure next(n: int): int = n + 1;
machine Coordinator {
  var round: int;
  start state Run {
    entry {
      var p: machine;
      round = next(round);
      foreach (p in participants())
        invariant forall new (e: event) :: e is eVoteReq;
      {
        send p, eVoteReq, (round = next(next(round)),);
      }
      assert coordinator() == this && !(this in participants());
      send coordinator(), eVoteReq, (round = 0,);
    }
    ignore eVoteReq;
  }
}
