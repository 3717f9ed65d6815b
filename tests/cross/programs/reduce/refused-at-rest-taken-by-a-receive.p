// flaw: bag por=off,symmetry=off 2048
// A machine that refuses a message whenever it rests may still wait for one in a receive.
event eOffer: int;
event eAsk;
machine Main {
  start state Init {
    entry {
      var k: Keeper;
      k = new Keeper();
      send k, eOffer, 0;
      send k, eAsk;
    }
  }
}
machine Keeper {
  var top: int;
  var heard: bool;
  start state S {
    on eOffer do (offer: int) {
      if (offer > top) top = offer;
    }
    on eAsk do {
      receive { case eOffer: (offer: int) { heard = true; } }
    }
  }
}
test tc [main=Main]: { Main, Keeper };
