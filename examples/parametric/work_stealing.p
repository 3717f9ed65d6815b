// A queue of K pieces of work, and N workers who take one after the other until there is none left. Two
// parameters: of machines, and of rounds.

param N: int;   // workers
param K: int;   // pieces of work

event eRequest: machine;  // who wants work
event eWork: int;
event eTerm;

machine Queue {
  start state Go {
    entry {
      var i: int;
      while (i < N) {
        new Worker(this);
        i = i + 1;
      }

      i = 0;
      while (i < K) {
        receive { case eRequest: (worker: machine) { send worker, eWork, i; } }
        i = i + 1;
      }
      // No work is left: tell everybody who asks.
      i = 0;
      while (i < N) {
        receive { case eRequest: (worker: machine) { send worker, eTerm; } }
        i = i + 1;
      }
    }
  }
}

machine Worker {
  start state Go {
    entry (queue: machine) {
      while (true) {
        send queue, eRequest, this;
        receive {
          case eWork: (piece: int) { }
          case eTerm: { return; }
        }
      }
    }
  }
}

// Without a worker, nobody would do the work: N begins with 1.
// sequential: holds
// expect: holds
test param (N in [1, 2], K in [0, 1, 2]) tcWorkStealing [main=Queue]: { Queue, Worker };

// The mistake: it does one piece of work and is content.
machine LazyWorker {
  start state Go {
    entry (queue: machine) {
      send queue, eRequest, this;
      receive {
        case eWork: (piece: int) { }
        case eTerm: { }
      }
    }
  }
}

// sequential: crowd
// expect: violated: waits in a receive
test param (N in [1, 2], K in [1, 2]) tcWorkStealingLazy [main=Queue]: { Queue, LazyWorker -> Worker };
