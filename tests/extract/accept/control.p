// Ways through a body: what comes after a branch that ends early, loops, calls.
event eGo: int;
event eStop;
event eDone: int;

machine Main {
  start state S {
    entry {
      var other: machine;
      var i: int;
      other = new Counter(this);
      while (i < 3) {
        send other, eGo, i;
        i = i + 1;
      }
      send other, eStop;
      receive { case eDone: (sum: int) { assert sum == 2, "0 is left out, 1 counts, 2 is cut to 1"; } }
    }
  }
}

// Three ways out: 'continue', 'return' in a case, and a guarded statement after it.
machine Counter {
  start state S {
    entry (who: machine) {
      send who, eDone, Sum();
    }
  }
  fun Sum(): int {
    var sum: int;
    var last: int;
    var more: bool;
    more = true;
    while (more) {
      receive {
        case eGo: (n: int) {
          last = n;
        }
        case eStop: {
          more = false;
        }
      }
      if (!more) {
        continue;
      }
      sum = sum + Cut(last);
    }
    return sum;
  }
  fun Cut(n: int): int {
    if (n == 0) {
      return 0;
    } else if (n > 1) {
      n = 1;
    }
    return n;
  }
}

test tcControl [main=Main]: { Main, Counter };

// 'return' out of an endless loop is a 'break'; what stands behind the loop is never reached.
machine Impatient {
  start state S {
    entry (who: machine) {
      var seen: int;
      if (seen == 0) {
        while (true) {
          receive {
            case eGo: (n: int) { seen = seen + 1; }
            case eStop: { send who, eDone, seen - 1; return; }
          }
        }
      }
      assert false, "never";
    }
  }
}

test tcReturn [main=Main]: { Main, Impatient -> Counter };

machine Wrong {
  start state S {
    entry (who: machine) {
      var seen: int;
      while (true) {
        receive {
          case eGo: (n: int) { seen = seen + 1; }
          case eStop: { break; }
        }
      }
      send who, eDone, seen;
    }
  }
}

// Three, not two.
test tcWrong [main=Main]: { Main, Wrong -> Counter };

// A function that is called twice: what it has stored the first time is not there to the end.
machine Restless {
  var peer: machine;
  start state S {
    entry (who: machine) {
      var i: int;
      var rounds: int;
      rounds = 2;
      Turn(this);
      assert peer == this;
      while (i < rounds) {
        i = i + 1;
        if (i == 2) { assert peer == who; }
        Turn(who);
        receive { case eGo: (n: int) { } case eStop: { } }
      }
      receive { case eGo: (n: int) { } case eStop: { } }
      receive { case eGo: (n: int) { } case eStop: { } }
      send peer, eDone, i;
    }
  }
  fun Turn(m: machine) { peer = m; }
}

test tcRestless [main=Main]: { Main, Restless -> Counter };
