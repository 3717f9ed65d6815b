// What was sent before a relay was asked is in the queue before what the relay sends.
// verdict: holds
// states: 7
// transitions: 6
event eItem: int;
event eRelay;
machine Main {
  start state Only {
    entry {
      var s: machine;
      var r: machine;
      s = new Sink();
      r = new Relay(s);
      send s, eItem, 1;
      send r, eRelay;
    }
  }
}
machine Relay {
  var sink: machine;
  start state Only { entry (s: machine) { sink = s; } on eRelay do { send sink, eItem, 2; } }
}
machine Sink { var last: int; start state Only { on eItem do (n: int) { assert n == last + 1; last = n; } } }
