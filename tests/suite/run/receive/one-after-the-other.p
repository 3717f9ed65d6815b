// Two receives in a row take messages against the order of the queue.
// verdict: holds
// states: 4
// transitions: 3
event eA: int;
event eB: int;
machine Main {
  start state Only {
    entry {
      var log: string;
      send this, eB, 1;
      send this, eA, 2;
      receive { case eA: (n: int) { log = log + format("a{0}", n); } }
      receive { case eB: (n: int) { log = log + format("b{0}", n); } }
      assert log == "a2b1", log;
    }
  }
}
