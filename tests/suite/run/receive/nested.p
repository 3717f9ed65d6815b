// A receive inside a case; the outer case's parameter is still there afterwards.
// verdict: holds
// states: 5
// transitions: 4
event eOuter: int;
event eInner: int;
machine Main {
  start state Only {
    entry {
      var sum: int;
      new Src(this);
      receive {
        case eOuter: (n: int) {
          receive { case eInner: (k: int) { sum = k; } }
          sum = sum + n;
        }
      }
      assert sum == 11;
    }
  }
}
machine Src { start state Only { entry (m: machine) { send m, eInner, 1; send m, eOuter, 10; } } }
