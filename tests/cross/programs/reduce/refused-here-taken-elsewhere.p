// flaw: p2p por=off,symmetry=off 2048
// The state that the machine goes to next takes what this one refuses.
event eOffer: int;
event eNext;
machine Main {
  start state Init {
    entry {
      var k: Keeper;
      k = new Keeper();
      new Teller(k);
      send k, eNext;
    }
  }
}
machine Teller {
  start state S {
    entry (k: Keeper) { send k, eOffer, 0; }
  }
}
machine Keeper {
  var top: int;
  var taken: int;
  start state Strict {
    on eOffer do (offer: int) {
      if (offer > top) top = offer;
    }
    on eNext goto Lenient;
  }
  state Lenient {
    on eOffer do (offer: int) {
      if (offer >= top) taken = taken + 1;
    }
  }
}
test tc [main=Main]: { Main, Teller, Keeper };
