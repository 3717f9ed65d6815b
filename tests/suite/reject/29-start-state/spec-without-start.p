// A spec needs a start state, even when it is attached nowhere.
event eFlip;

spec Coin observes eFlip {  //~ error: has no start state
  cold state Heads { on eFlip goto Tails; }
  hot state Tails { on eFlip goto Heads; }
}
