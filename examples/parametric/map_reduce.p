// Map and reduce: N mappers take K pieces of work from a queue, and each piece has a result that a
// reducer takes in.

param N: int;   // mappers
param K: int;   // pieces of work

event eRequest: machine;
event eWork: int;
event eTerm;
event eResult: int;

machine Queue {
  start state Go {
    entry {
      var i: int;
      var reducer: machine;
      reducer = new Reducer();
      while (i < N) {
        new Mapper((queue = this, reducer = reducer));
        i = i + 1;
      }
      i = 0;
      while (i < K) {
        receive { case eRequest: (mapper: machine) { send mapper, eWork, i; } }
        i = i + 1;
      }
      i = 0;
      while (i < N) {
        receive { case eRequest: (mapper: machine) { send mapper, eTerm; } }
        i = i + 1;
      }
    }
  }
}

machine Mapper {
  start state Go {
    entry (peers: (queue: machine, reducer: machine)) {
      while (true) {
        send peers.queue, eRequest, this;
        receive {
          case eWork: (piece: int) { send peers.reducer, eResult, piece + 1; }
          case eTerm: { break; }
        }
      }
    }
  }
}

machine Reducer {
  start state Go {
    entry {
      var i: int;
      var sum: int;
      while (i < K) {
        receive { case eResult: (result: int) { sum = sum + result; } }
        i = i + 1;
      }
    }
  }
}

// sequential: holds
// expect: holds
test param (N in [1, 2], K in [0, 1, 2]) tcMapReduce [main=Queue]: { Queue, Mapper, Reducer };

// The mistake: the work is done, and nobody hears of it.
machine ModestMapper {
  start state Go {
    entry (peers: (queue: machine, reducer: machine)) {
      while (true) {
        send peers.queue, eRequest, this;
        receive {
          case eWork: (piece: int) { }
          case eTerm: { break; }
        }
      }
    }
  }
}

// sequential: deadlock @56
// expect: violated: waits in a receive
test param (N in [1, 2], K in [1, 2]) tcMapReduceModest [main=Queue]: { Queue, ModestMapper -> Mapper, Reducer };
