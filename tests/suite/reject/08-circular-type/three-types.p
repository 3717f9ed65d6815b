// A circle of three types gives one error.
type tA = (int, tB); type tB = set[tC]; type tC = map[int, tA];  //~ error: contains itself
type tD = (int, int);
event eMove: tD;
machine Board {
  start state Idle { ignore eMove; }
}
