// A local variable that is never mentioned is unused.
event ePing: int;

machine Pinger {
  start state Run {
    entry {
      var first: int;
      var second: int;  //~ warning: unused variable 'second'
      first = 1;
      send this, ePing, first;
    }
    on ePing do (n: int) { print format("ping {0}", n); }
  }
}
