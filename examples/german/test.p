// Small systems: one home and a few caches, each with a bounded number of requests.

param nCaches: int;
param nAsks: int;

fun MakeCaches(caches: int, asks: int) {
  var home: machine;
  home = new Home();
  while (caches > 0) {
    new Cache((home = home, asks = asks));
    caches = caches - 1;
  }
}

machine TwoCaches {
  start state Go {
    entry {
      MakeCaches(2, 3);
    }
  }
}

machine FourCaches {
  start state Go {
    entry {
      MakeCaches(4, 1);
    }
  }
}

machine ManyCaches {
  start state Go {
    entry {
      MakeCaches(nCaches, nAsks);
    }
  }
}

module Coherence = { Home, Cache };

// expect: holds
test tcTwoCaches [main=TwoCaches]:
  assert SingleWriter, SeesLastStore, EveryAskIsGranted in (union Coherence, { TwoCaches });

// expect: holds
test tcFourCaches [main=FourCaches]:
  assert SingleWriter, SeesLastStore, EveryAskIsGranted in (union Coherence, { FourCaches });

// expect: holds
test param (nCaches in [1, 2, 3], nAsks in [1, 2]) tcManyCaches [main=ManyCaches]:
  assert SingleWriter, SeesLastStore, EveryAskIsGranted in (union Coherence, { ManyCaches });
