// A raise is found in a ring of functions that call each other.
event eStop;
event eOdd;

machine Parity {
  start state Run {
    on eStop goto End;
    exit { Even(7); }  //~ error: may not raise an event or change state
  }
  state End { ignore eOdd; }
  fun Even(n: int) { if (n > 0) Odd(n - 1); }
  fun Odd(n: int) { if (n > 0) Even(n - 1); else raise eOdd; }
}
