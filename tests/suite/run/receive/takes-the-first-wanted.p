// The order of the queue decides, not the order of the cases.
// verdict: violated: assertion @13 b
event eA;
event eB;
machine Main {
  start state Only {
    entry {
      send this, eB;
      send this, eA;
      receive {
        case eA: { assert false, "a"; }
        case eB: {
          assert false, "b";
        }
      }
    }
    ignore eA;
  }
}
