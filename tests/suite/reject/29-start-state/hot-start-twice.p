// A hot or cold mark does not make a second start state legal.
event eFlip;

spec Coin observes eFlip {
  start cold state Heads { on eFlip goto Tails; }
  start hot state Tails { on eFlip goto Heads; }  //~ error: already has a start state
}
