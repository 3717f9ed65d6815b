// The null event cannot be sent.
event eTick;

machine Clock {
  var display: machine;
  start state Run {
    entry (d: machine) {
      display = d;
      send display, eTick;
      send display, null;  //~ error: cannot send the null event
    }
  }
}
