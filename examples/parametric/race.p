// Two different machines write to one log. Which of them is first is open, and it makes a difference:
// the log believes that it is the teller. A race of machines that are alike would be none: see
// ping_sym.p.

event eEntry: int;

machine Log {
  start state Go {
    entry {
      receive {
        case eEntry: (value: int) {
          assert value == 1, "the first entry is not the teller's";
        }
      }
      receive { case eEntry: (value: int) { } }
    }
  }
}

machine Teller {
  start state Go {
    entry (log: machine) { send log, eEntry, 1; }
  }
}

machine Auditor {
  start state Go {
    entry (log: machine) { send log, eEntry, 2; }
  }
}

machine Main {
  start state Go {
    entry {
      var log: machine;
      log = new Log();
      new Teller(log);
      new Auditor(log);
    }
  }
}

// sequential: race @10
// expect: violated: the first entry is not the teller's
test tcRace [main=Main]: { Main, Log, Teller, Auditor };
