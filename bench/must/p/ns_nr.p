// ns+nr(N) of the paper: N senders, N receives: N! executions under every network.  Selective receives, one for each
// sender, leave 1; one receive alone, ns+r(N), leaves N.
param N: int;

event eNumber: int;
event eA;
event eB;
event eC;
event eD;
event eE;

machine Sender {
  start state Sends {
    entry (what: (target: machine, number: int)) { send what.target, eNumber, what.number; }
  }
}

machine All {
  start state Takes {
    entry {
      var i: int;
      while (i < N) {
        new Sender((target = this, number = i));
        i = i + 1;
      }
      i = 0;
      while (i < N) {
        receive { case eNumber: (number: int) { i = i + 1; } }
      }
      raise halt;
    }
  }
}

machine One {
  start state Takes {
    entry {
      var i: int;
      while (i < N) {
        new Sender((target = this, number = i));
        i = i + 1;
      }
      receive { case eNumber: (number: int) { } }
      raise halt;
    }
  }
}

machine Signal {
  start state Sends {
    entry (what: (target: machine, signal: event)) { send what.target, what.signal; }
  }
}

machine Selects {
  start state Takes {
    entry {
      new Signal((target = this, signal = eA));
      new Signal((target = this, signal = eB));
      new Signal((target = this, signal = eC));
      new Signal((target = this, signal = eD));
      new Signal((target = this, signal = eE));
      receive { case eE: { } }
      receive { case eA: { } }
      receive { case eD: { } }
      receive { case eB: { } }
      receive { case eC: { } }
      raise halt;
    }
  }
}

test param (N in [2, 5, 8, 9]) tcAll [main=All]: { All, Sender };
test param (N in [2, 5, 8]) tcOne [main=One]: { One, Sender };
test tcSelects [main=Selects]: { Selects, Signal };
