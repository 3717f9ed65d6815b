// An event in a variable takes its payload along unchecked, and P compares no names when it is handled: by a handler, by
// a state that is entered, by a receive, and by a spec.
// verdict tcFine: holds
// states tcFine: 5
// transitions tcFine: 4
// verdict tcRead: violated: cast @40 (from=Main(1), n=2) has no field 'number'
// verdict tcReceive: violated: cast @49 (from=Main(1), n=2) has no field 'number'
// verdict tcSpec: violated: cast @55 (from=Main(1), n=2) has no field 'number'
event eTold: (number: int, source: machine);
event eTurned: (n: int, from: machine);
fun Tell(m: machine, e: event, payload: any) { send m, e, payload; }
machine Main {
  start state Run {
    entry {
      var m: machine;
      m = new Listener();
      Tell(m, eTold, (from = this, n = 2));
      Tell(m, eTurned, (from = this, n = 2));
    }
  }
}
machine Listener {
  start state Run {
    on eTold goto Told;
  }
  state Told {
    entry (told: (number: int, source: machine)) {
      var copy: any;
      copy = told;
    }
    on eTurned do (told: (n: int, from: machine)) {
      told.n = told.n + 1;
      assert told.n == 3 && told.from != this;
    }
  }
}
machine Reader {
  start state Run {
    on eTold do (told: (number: int, source: machine)) {
      assert told.number == 2;
    }
    ignore eTurned;
  }
}
machine Receiver {
  start state Run {
    entry {
      receive {
        case eTold: (told: (number: int, source: machine)) { assert told.number == 2; }
      }
    }
    ignore eTurned;
  }
}
spec Watch observes eTold { start state S { on eTold do (told: (number: int, source: machine)) { assert told.number == 2; } } }
test tcFine [main=Main]: { Main, Listener };
test tcRead [main=Main]: { Main, Reader -> Listener };
test tcReceive [main=Main]: { Main, Receiver -> Listener };
test tcSpec [main=Main]: assert Watch in { Main, Listener };
