// An action of a spec takes at most one parameter.
event eBid: (bidder: int, price: int);

spec PricesRise observes eBid {
  var best: int;
  start state Watch {
    on eBid do Check;  //~ error: takes at most one parameter
  }
  fun Check(bidder: int, price: int) {
    assert price > best, format("bid of {0}", bidder);
    best = price;
  }
}
