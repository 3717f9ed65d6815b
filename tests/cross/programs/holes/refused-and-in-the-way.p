// found with:
// What is refused for ever is dead to the search.  In the real run it waits with what comes
// after it while its receiver is busy, and is taken first.
event eOffer: int;
event eBegin: Teller;
event eMore;
event eDone;
event eX;
machine Main {
  start state Init {
    entry {
      var k: Keeper;
      var t: Teller;
      k = new Keeper();
      t = new Teller(k);
      send k, eBegin, t;
    }
  }
}
machine Teller {
  var k: Keeper;
  start state S {
    entry (keeper: Keeper) {
      k = keeper;
      send k, eOffer, 0;
    }
    on eMore do {
      send k, eX;
      send k, eDone;
    }
  }
}
machine Keeper {
  var top: int;
  start state S {
    on eOffer do (offer: int) {
      if (offer > top) top = offer;
    }
    on eBegin do (t: Teller) {
      send t, eMore;
      receive { case eDone: { } }
    }
    on eX do {
      if ($) return;
      assert false, "it was taken";
    }
  }
}
test tc [main=Main]: { Main, Teller, Keeper };
