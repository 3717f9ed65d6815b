// Any one of a set; a set that is created by the machine that was told how many.
param N: int;

event eYou: machine;
event eNot;
event eThanks;

machine Main {
  start state S {
    entry { new Boss(N); }
  }
}

machine Boss {
  start state S {
    entry (n: int) {
      var crowd: set[machine];
      var one: machine;
      var w: machine;
      while (sizeof(crowd) < n) { crowd += (new Member()); }
      one = choose(crowd);
      foreach (w in crowd) {
        if (w == one) { send w, eYou, this; continue; }
        send w, eNot;
      }
      receive { case eThanks: { } }
    }
  }
}

machine Member {
  start state S {
    entry {
      receive {
        case eYou: (boss: machine) { send boss, eThanks; }
        case eNot: { }
      }
    }
  }
}

test param (N in [1, 2, 3]) tcChoose [main=Main]: { Main, Boss, Member };

machine Grateful {
  start state S {
    entry {
      receive {
        case eYou: (boss: machine) { send boss, eThanks; send boss, eThanks; }
        case eNot: { }
      }
    }
  }
}

test param (N in [1, 2]) tcGrateful [main=Main]: { Main, Boss, Grateful -> Member };
