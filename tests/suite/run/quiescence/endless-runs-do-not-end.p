// A message may wait for ever in a run that goes on for ever.
// verdict: holds
// states: 3
// transitions: 3
// run: --strict-quiescence
// verdict: holds
// states: 3
// transitions: 3
event eItem;
event eTick;
machine Main {
  start state Only {
    entry { send this, eItem; send this, eTick; }
    defer eItem;
    on eTick do { send this, eTick; }
  }
}
