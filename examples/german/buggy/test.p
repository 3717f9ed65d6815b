// The same caches, the hasty home. The small instance is blind to the mistake.

fun MakeHastySystem(caches: int, asks: int) {
  var home: machine;
  home = new Home();   // the module below makes this a HastyHome
  while (caches > 0) {
    new Cache((home = home, asks = asks));
    caches = caches - 1;
  }
}

machine HastyTwo {
  start state Go {
    entry {
      MakeHastySystem(2, 2);
    }
  }
}

machine HastyThree {
  start state Go {
    entry {
      MakeHastySystem(3, 1);
    }
  }
}

module HastyCoherence = { HastyHome -> Home, Cache };

// expect: holds
test tcHastyTwoCaches [main=HastyTwo]:
  assert SingleWriter, SeesLastStore, EveryAskIsGranted in (union HastyCoherence, { HastyTwo });

// expect: violated: exclusive copy granted while another cache shares the line
test tcHastyThreeCaches [main=HastyThree]:
  assert SingleWriter in (union HastyCoherence, { HastyThree });

// The same mistake, seen in the data: a cache reads what has long been overwritten.
// expect: violated: a cache read the value of store
test tcHastyStaleLoad [main=HastyThree]:
  assert SeesLastStore in (union HastyCoherence, { HastyThree });
