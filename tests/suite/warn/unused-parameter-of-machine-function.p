// A parameter of a machine function that is never mentioned is unused.
machine Meter {
  var reading: int;
  start state Run {
    entry { Adjust(4, true); print format("{0}", reading); }
  }
  fun Adjust(by: int, quietly: bool) {  //~ warning: unused parameter 'quietly'
    reading = reading + by;
  }
}
