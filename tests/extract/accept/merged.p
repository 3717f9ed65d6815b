// Events that are received together are one message, here over two machines: eA and eB, eB and eC.
event eA: int;
event eB;
event eC: bool;

machine Main {
  start state S {
    entry {
      var one: machine;
      var two: machine;
      one = new One(this);
      two = new Two(this);
      send one, eB;
      send one, eA, 1;
      send two, eC, true;
      receive { case eA: (n: int) { assert n == 2; } }
      receive { case eC: (b: bool) { assert b; } }
    }
  }
}

machine One {
  var seen: int;
  start state S {
    entry (m: machine) {
      while (seen < 2) {
        receive {
          case eA: (n: int) { assert seen == 1; seen = seen + 1; send m, eA, n + 1; }
          case eB: { assert seen == 0, "in the order of sending"; seen = seen + 1; }
        }
      }
    }
  }
}

machine Two {
  start state S {
    entry (m: machine) {
      receive {
        case eC: (b: bool) { send m, eC, b; }
        case eB: { assert false; }
      }
    }
  }
}

// P takes eA first wherever it is in the queue. IceT has one queue for both, and the other one may be first.
// weaker: tcMerged
test tcMerged [main=Main]: { Main, One, Two };
