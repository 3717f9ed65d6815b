// Mutual exclusion on a ring: there is one token, and only its holder may let its worker in.
//
// Stations sit in a circle and each knows its right-hand neighbour only. The token travels round
// for ever. A station whose worker has asked keeps the token while the worker is in the critical
// section, and passes it on afterwards. Safety follows from there being one token, and progress
// from the token never resting: nobody counts, votes or compares anything.

type tWorkerConfig = (station: machine, rounds: int);

// How many hops the token may still make. A real token never wears out: a negative number stands
// for that, and does not change on the way, so the state space of the ring stays finite.
event eToken: int;

event eWire: machine;      // a station learns its neighbour
event eRequest: machine;   // worker -> station, with the worker's name
event eGranted: machine;   // station -> worker
event eRelease: machine;   // worker -> station
event eWorkDone;           // worker -> itself, when the work in the critical section is over

machine Station {
  var next: machine;
  var waiter: machine;   // the worker that has asked, or null
  var hops: int;         // of the token, while this station holds it

  // The ring is closed only when the last station has been wired. The token, or a worker in a
  // hurry, may come earlier.
  start state Unwired {
    defer eToken, eRequest;
    on eWire goto Passing with (neighbour: machine) {
      next = neighbour;
    }
  }

  state Passing {
    on eRequest do (worker: machine) {
      waiter = worker;
    }
    on eToken do (left: int) {
      hops = left;
      if (waiter == null) {
        PassOn();
      } else {
        send waiter, eGranted, waiter;
        goto Serving;
      }
    }
  }

  state Serving {
    defer eToken;   // a second token would be a fault of the ring, but not ours
    on eRelease goto Passing with {
      waiter = null;
      PassOn();
    }
  }

  fun PassOn() {
    if (hops > 0) {
      send next, eToken, hops - 1;
    } else if (hops < 0) {
      send next, eToken, hops;
    }
    hops = 0;
  }
}

machine Worker {
  var station: machine;
  var rounds: int;

  start state Start {
    entry (config: tWorkerConfig) {
      station = config.station;
      rounds = config.rounds;
      goto Thinking;
    }
  }

  state Thinking {
    entry {
      if (rounds == 0) {
        return;
      }
      rounds = rounds - 1;
      send station, eRequest, this;
      goto Waiting;
    }
  }

  state Waiting {
    on eGranted goto Critical;
  }

  state Critical {
    entry {
      send this, eWorkDone;
    }
    on eWorkDone do {
      send station, eRelease, this;
      goto Thinking;
    }
  }
}
