// Sets of machines: how they are created, passed on, counted and looped over.
param N: int;

event eCount: int;
event eHello: machine;
event eBye;

machine Main {
  start state S {
    entry {
      var crowd: seq[machine];
      var i: int;
      var w: machine;
      while (i < N) {
        w = new Member();
        crowd += (sizeof(crowd), w);
        i = i + 1;
      }
      assert i == N && N == sizeof(crowd);
      new Leader((members = crowd, size = N, deputy = new Deputy(crowd)));
    }
  }
}

machine Deputy {
  start state S {
    entry (members: seq[machine]) {
      var i: int;
      // 'last' keeps its value after the loop, and is null if there was no round.
      var last: machine;
      receive { case eHello: (leader: machine) { send leader, eCount, sizeof(members); } }
      foreach (last in members) { send last, eBye; }
      assert (last == null) == (sizeof(members) == 0);
    }
  }
}

machine Leader {
  var all: (members: seq[machine], size: int, deputy: machine);
  var heard: int;
  start state S {
    entry (config: (members: seq[machine], size: int, deputy: machine)) {
      var i: int;
      all = config;
      send config.deputy, eHello, this;
      receive { case eCount: (n: int) { assert n == config.size; } }
      // The counter is used as a number, too.
      while (i < sizeof(all.members)) {
        send config.members[i], eCount, i;
        send config.members[i], eHello, this;
        i = i + 1;
      }
      assert i == all.size;
      // Counts in a case.
      while (heard < config.size) {
        receive {
          case eHello: (m: machine) { heard = heard + 1; }
        }
      }
      assert heard == N;
    }
  }
}

machine Member {
  start state S {
    entry {
      receive { case eCount: (n: int) { assert n < N; } }
      receive { case eHello: (leader: machine) { send leader, eHello, this; } }
      receive { case eBye: { } }
    }
  }
}

test param (N in [0, 1, 2]) tcSets [main=Main]: { Main, Deputy, Leader, Member };

machine Late {
  start state S {
    entry {
      receive { case eBye: { } }
      receive { case eCount: (n: int) { assert n == 0, "the second is told 1"; } }
      receive { case eHello: (leader: machine) { send leader, eHello, this; } }
    }
  }
}

test param (N in [1, 2, 3]) tcLate [main=Main]: { Main, Deputy, Leader, Late -> Member };
