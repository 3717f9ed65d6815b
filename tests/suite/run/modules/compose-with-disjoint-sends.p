// Composed modules work together like united ones.
// verdict tc: violated: assertion @9 pong
event ePing: machine;
event ePong;
machine Main sends ePing; {
  start state Only {
    entry { send new Wall(), ePing, this; }
    on ePong do {
      assert false, "pong";
    }
  }
}
machine Wall sends ePong; { start state Only { on ePing do (m: machine) { send m, ePong; } } }
test tc [main=Main]: compose { Main }, { Wall };
