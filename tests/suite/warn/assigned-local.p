// A local variable that is assigned and never read serves nothing.
event ePing: int;

machine Pinger {
  start state Run {
    entry {
      var started: bool;  //~ warning: variable 'started' is assigned but never read
      started = true;
      send this, ePing, 1;
    }
    on ePing do (n: int) { print format("ping {0}", n); }
  }
}
