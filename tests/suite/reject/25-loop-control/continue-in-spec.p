// The handler of a spec has no loop around it.
event eSample: int;

spec Rising observes eSample {
  var last: int;
  start state Watch {
    on eSample do (n: int) {
      if (n == last) { continue; }  //~ error: 'continue' outside a loop
      assert n > last;
      last = n;
    }
  }
}
