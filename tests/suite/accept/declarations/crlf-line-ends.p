// Lines may end in CR LF.
event eTick: int;

/* block
   comment */
machine Clock {
  var ticks: int; // fields
  start state Run {
    entry {
      send this,
        eTick, 1;
    }
    on eTick do (n: int) { ticks = ticks + n; }
  }
}
