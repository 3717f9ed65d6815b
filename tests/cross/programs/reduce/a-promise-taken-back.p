// flaw: bag por=off,symmetry=off 512
// What is refused now is taken after the promise was withdrawn: the message must wait for that.
event eOffer: int;
event eWithdraw;
event eTaken: int;
machine Main {
  var last: int;
  start state Init {
    entry {
      var k: Keeper;
      k = new Keeper(this);
      send k, eOffer, 2;
      send k, eOffer, 1;
      send k, eWithdraw;
    }
    on eTaken do (offer: int) { last = offer; }
  }
}
machine Keeper {
  var m: Main;
  var top: int;
  start state S {
    entry (creator: Main) { m = creator; }
    on eOffer do (offer: int) {
      if (offer > top) {
        top = offer;
        send m, eTaken, offer;
      }
    }
    on eWithdraw do { top = 0; }
  }
}
test tc [main=Main]: { Main, Keeper };
