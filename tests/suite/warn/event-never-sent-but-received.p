// An event that only a receive waits for is dead.
event eGo;
event eTimeout: int;  //~ warning: event 'eTimeout' is never sent

machine Client {
  start state Run {
    entry {
      send this, eGo;
      receive {
        case eGo: { print "go"; }
        case eTimeout: (n: int) { print format("late by {0}", n); }
      }
    }
  }
}
