// Rings of a few stations, one worker at each.

param nStations: int;
param nRounds: int;

type tRing = (stations: int, rounds: int, tokens: int, hops: int);

fun MakeRing(ring: tRing) {
  var stations: seq[machine];
  var i: int;
  while (i < ring.stations) {
    stations += (i, new Station());
    new Worker((station = stations[i], rounds = ring.rounds));
    i = i + 1;
  }
  i = 0;
  while (i < ring.stations) {
    send stations[i], eWire, stations[(i + 1) % ring.stations];
    if (i < ring.tokens) {
      send stations[i], eToken, ring.hops;
    }
    i = i + 1;
  }
}

machine TwoStations {
  start state Go {
    entry {
      MakeRing((stations = 2, rounds = 2, tokens = 1, hops = -1));
    }
  }
}

machine AnyRing {
  start state Go {
    entry {
      MakeRing((stations = nStations, rounds = nRounds, tokens = 1, hops = -1));
    }
  }
}

// The token dies after three hops, whether or not everybody has been served.
machine MortalToken {
  start state Go {
    entry {
      MakeRing((stations = 2, rounds = 1, tokens = 1, hops = 3));
    }
  }
}

// Somebody "regenerated" a token that was not lost.
machine TwoTokens {
  start state Go {
    entry {
      MakeRing((stations = 2, rounds = 1, tokens = 2, hops = 3));
    }
  }
}

module Ring = { Station, Worker };

// expect: holds
test tcTwoStations [main=TwoStations]:
  assert MutualExclusion, NoStarvation in (union Ring, { TwoStations });

// expect: holds
test param (nStations in [1, 2, 3], nRounds in [1, 2]) tcAnyRing [main=AnyRing]:
  assert MutualExclusion, NoStarvation in (union Ring, { AnyRing });

// Losing the token does no harm to safety ...
// expect: holds
test tcMortalTokenIsSafe [main=MortalToken]:
  assert MutualExclusion in (union Ring, { MortalToken });

// ... but a worker that asks too late waits for ever.
// expect: violated: hot state
test tcMortalTokenStarves [main=MortalToken]:
  assert NoStarvation in (union Ring, { MortalToken });

// Two tokens are worse than none.
// expect: violated: two workers in the critical section
test tcTwoTokens [main=TwoTokens]:
  assert MutualExclusion in (union Ring, { TwoTokens });
