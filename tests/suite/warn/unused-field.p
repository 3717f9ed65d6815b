// A field that is never mentioned is unused.
event ePing: int;

machine Pinger {
  var count: int;
  var spare: map[int, string];  //~ warning: unused variable 'spare'
  start state Run {
    entry { send this, ePing, count; }
    on ePing do (n: int) { count = count + n; }
  }
}
