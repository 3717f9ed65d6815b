// 2PC(N): a coordinator asks N participants, each of which votes yes or no, and tells them what was decided when it
// has all votes.  2^N * N! executions under every network: how they vote, and in which order votes arrive.
param N: int;

event ePrepare: machine;
event eVote: bool;
event eCommit;
event eAbort;

machine Participant {
  var votedYes: bool;
  start state Waits {
    on ePrepare goto Votes with (coordinator: machine) {
      votedYes = $;
      send coordinator, eVote, votedYes;
    }
  }
  state Votes {
    on eCommit do {
      assert votedYes, "committed against a vote";
      raise halt;
    }
    on eAbort do { raise halt; }
  }
}

machine Coordinator {
  var participants: seq[machine];
  var votes: int;
  var anyNo: bool;
  start state Collects {
    entry {
      var i: int;
      while (i < N) {
        participants += (i, new Participant());
        i = i + 1;
      }
      i = 0;
      while (i < N) {
        send participants[i], ePrepare, this;
        i = i + 1;
      }
    }
    on eVote do (yes: bool) {
      var i: int;
      votes = votes + 1;
      if (!yes) anyNo = true;
      if (votes == N) {
        while (i < N) {
          if (anyNo) send participants[i], eAbort;
          else send participants[i], eCommit;
          i = i + 1;
        }
        raise halt;
      }
    }
  }
}

test param (N in [1, 2, 3, 5, 6, 7]) tcCommit [main=Coordinator]: { Coordinator, Participant };
