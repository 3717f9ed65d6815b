// flaw: mbox por=off,symmetry=off 1024
// An assignment raises a field only below a comparison with the field itself: here it is with another one.
event eOffer: int;
event eCount: int;
machine Main {
  start state Init {
    entry {
      var k: Keeper;
      k = new Keeper();
      send k, eOffer, 2;
      new Teller(k);
      send k, eCount, 1;
    }
  }
}
machine Teller {
  start state S {
    entry (k: Keeper) { send k, eOffer, 2; }
  }
}
machine Keeper {
  var top: int;
  var floor: int;
  var taken: int;
  start state S {
    on eOffer do (offer: int) {
      if (top >= offer) return;
      top = offer;
      taken = taken + 1;
    }
    on eCount do (count: int) {
      if (count > floor) top = count;
    }
  }
}
test tc [main=Main]: { Main, Teller, Keeper };
