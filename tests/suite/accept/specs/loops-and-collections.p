// A spec may use loops, collections, tuples, enums, machine references and conversions.
enum Vote { YES, NO }
event eVote: (voter: machine, vote: Vote);

spec Majority observes eVote {
  var votes: map[machine, Vote];
  var ratio: float;
  start state Counting {
    on eVote do (v: (voter: machine, vote: Vote)) {
      var voter: machine;
      var yes: int;
      assert !(v.voter in votes) && v.voter != null;
      votes += (v.voter, v.vote);
      foreach (voter in keys(votes)) {
        if (votes[voter] == NO) { continue; }
        yes = yes + 1;
      }
      ratio = (yes to float) / (sizeof(votes) to float);
      while (yes > 0) { yes = yes - 1; if (ratio > 0.5) break; }
    }
  }
}
