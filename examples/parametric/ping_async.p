// Ask everybody, then take the answers in whatever order they come. Nobody's answer is waited for in
// particular, so the workers may be as slow as they like.
//
// This is how a set of any size is written: a parameter says how many, a loop that counts to it
// creates them, and a sequence collects them.

param N: int;   // how many workers there are

event eAsk: machine;      // who asks
event eAnswer: machine;   // who answers

machine Master {
  start state Go {
    entry {
      var workers: seq[machine];
      var w: machine;
      var i: int;

      while (i < N) {
        workers += (sizeof(workers), new Worker());
        i = i + 1;
      }

      foreach (w in workers) {
        send w, eAsk, this;
      }

      // As many answers as there are workers.
      i = 0;
      while (i < sizeof(workers)) {
        receive {
          case eAnswer: (who: machine) {
            assert who != this, "the master has answered itself";
          }
        }
        i = i + 1;
      }
    }
  }
}

machine Worker {
  start state Go {
    entry {
      receive {
        case eAsk: (asker: machine) {
          send asker, eAnswer, this;
        }
      }
    }
  }
}

// sequential: holds
// expect: holds
test param (N in [0, 1, 2, 3]) tcPingAsync [main=Master]: { Master, Worker };

// The mistake: it takes the trouble to answer twice. The master has gone home by then, and the
// second answer comes to somebody who does not take it any more.
machine ZealousWorker {
  start state Go {
    entry {
      receive {
        case eAsk: (asker: machine) {
          send asker, eAnswer, this;
          send asker, eAnswer, this;
        }
      }
    }
  }
}

// sequential: race @31
// expect: violated: no handler
test param (N in [1, 2]) tcPingAsyncZealous [main=Master]: { Master, ZealousWorker -> Worker };
