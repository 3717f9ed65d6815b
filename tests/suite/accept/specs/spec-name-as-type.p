// The name of a spec is a legal type name.
event eTick;

spec Ticks observes eTick {
  var n: int;
  start state Count { on eTick do { n = n + 1; } }
}

machine Clock {
  var observer: Ticks;
  var table: map[int, Ticks];
  start state Run {
    entry { observer = default(Ticks); send this, eTick; }
    ignore eTick;
  }
}
