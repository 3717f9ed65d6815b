// A reference to a halted machine still is a value: to compare, to keep, to send to.
// verdict: holds
// states: 5
// transitions: 4
event eJob;
event eGone: machine;
machine Main {
  var w: machine;
  start state Only {
    entry { w = new Worker(this); }
    on eGone do (who: machine) { assert who == w; send who, eJob; }
  }
}
machine Worker {
  var boss: machine;
  start state Only {
    entry (b: machine) { boss = b; raise halt; }
    exit { send boss, eGone, this; }
    ignore eJob;
  }
}
