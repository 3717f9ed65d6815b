// One case may name several events.
// verdict: violated: assertion @12 30
event eA: int;
event eB: int;
machine Main {
  start state Only {
    entry {
      var sum: int;
      send this, eB, 10;
      send this, eA, 20;
      while (sum < 30) { receive { case eA, eB: (n: int) { sum = sum + n; } } }
      assert false, format("{0}", sum);
    }
  }
}
