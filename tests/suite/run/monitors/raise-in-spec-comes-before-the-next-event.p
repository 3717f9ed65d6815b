// The raised event has been handled when the next observed event comes.
// verdict: violated: assertion @10 big
event eJob;
event eBig;
machine Main { start state Only { entry { announce eJob; announce eJob; } } }
spec Sorter observes eJob {
  var big: bool;
  start state Only {
    on eJob do {
      assert !big, "big";
      raise eBig;
    }
    on eBig do { big = true; }
  }
}
