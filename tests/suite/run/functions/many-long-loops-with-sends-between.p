// What is bounded is the work between two scheduling points, not that of a whole handler.
// verdict: holds
event eTick;
machine Main {
  start state Only {
    entry {
      var i: int;
      var k: int;
      while (k < 8) {
        i = 0;
        while (i < 40000) { i = i + 1; }
        send this, eTick;
        k = k + 1;
      }
    }
    ignore eTick;
  }
}
