// A raise in a spec is handled at once and ends the callers.
// verdict: holds
// states: 3
// transitions: 2
event eJob;
event eBig: int;
machine Main { start state Only { entry { announce eJob; announce eJob; } } }
spec Sorter observes eJob {
  var big: int;
  start state Only {
    on eJob do { assert big == 0 || big == 9; Sort(); assert false; }
    on eBig do (n: int) { big = n; }
  }
  fun Sort() { raise eBig, 9; }
}
