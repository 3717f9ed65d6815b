// Two-phase commit: a coordinator asks any number of participants for their votes, decides, tells
// everybody, and waits until everybody has heard of it.

param N: int;

enum tVote { YES, NO }

event eQuery: machine;    // the coordinator
event eVote: tVote;
event eDecision: bool;    // commit?
event eAck;

machine Coordinator {
  start state Go {
    entry {
      var participants: seq[machine];
      var p: machine;
      var i: int;
      var commit: bool;

      while (i < N) {
        participants += (sizeof(participants), new Participant());
        i = i + 1;
      }

      foreach (p in participants) {
        send p, eQuery, this;
      }

      commit = true;
      i = 0;
      while (i < sizeof(participants)) {
        receive {
          case eVote: (vote: tVote) {
            if (vote == NO) {
              commit = false;
            }
          }
        }
        i = i + 1;
      }

      foreach (p in participants) {
        send p, eDecision, commit;
      }
      i = 0;
      while (i < sizeof(participants)) {
        receive { case eAck: { } }
        i = i + 1;
      }
    }
  }
}

machine Participant {
  start state Go {
    entry {
      var coordinator: machine;
      receive {
        case eQuery: (c: machine) { coordinator = c; }
      }
      send coordinator, eVote, AnyVote();
      receive {
        case eDecision: (commit: bool) {
          send coordinator, eAck;
        }
      }
    }
  }
}

fun AnyVote(): tVote {
  if ($) {
    return YES;
  }
  return NO;
}

// sequential: holds
// expect: holds
test param (N in [0, 1, 2]) tcTwoPhaseCommit [main=Coordinator]: { Coordinator, Participant };

// The mistake: who has voted no knows how it will end, and does not wait for the decision.
machine SulkyParticipant {
  start state Go {
    entry {
      var coordinator: machine;
      receive {
        case eQuery: (c: machine) { coordinator = c; }
      }
      if ($) {
        send coordinator, eVote, NO;
        return;
      }
      send coordinator, eVote, YES;
      receive {
        case eDecision: (commit: bool) {
          send coordinator, eAck;
        }
      }
    }
  }
}

// sequential: stateful
// expect: violated: no handler
test param (N in [1, 2]) tcTwoPhaseCommitSulky [main=Coordinator]: { Coordinator, SulkyParticipant -> Participant };
