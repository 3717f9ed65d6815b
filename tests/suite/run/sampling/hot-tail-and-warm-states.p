// A state that is neither hot nor cold does not cool, and does not count as hot: the spec must be hot after at least half
// of the steps of the last half of a run.  tcHalf is warm in every other state, tcRarely hot once in four.
// flags: --engine=sample --schedules=3 --max-steps=2000
// verdict tcHalf: violated: liveness @32 spec Half stayed hot for the last 1,000 of
// verdict tcRarely: sampled
event eOne: int;
event eTwo: int;
event eThree: int;
event eFour: int;
machine Two {
  start state Only {
    entry { send this, eOne, 0; }
    on eOne do (n: int) { send this, eTwo, n + 1; }
    on eTwo do (n: int) { send this, eOne, n + 1; }
  }
}
machine Four {
  start state Only {
    entry { send this, eOne, 0; }
    on eOne do (n: int) { send this, eTwo, n + 1; }
    on eTwo do (n: int) { send this, eThree, n + 1; }
    on eThree do (n: int) { send this, eFour, n + 1; }
    on eFour do (n: int) { send this, eOne, n + 1; }
  }
}
/* Machines send to themselves, so that each message is a step. */
test tcHalf [main=Two]: assert Half in { Two };
test tcRarely [main=Four]: assert Rarely in { Four };
spec Half observes eOne, eTwo {
  start cold state Begin { on eOne goto Warm; }
  state Warm { on eTwo goto Open; }
  hot state Open { on eOne goto Warm; }
}
spec Rarely observes eOne, eTwo, eThree, eFour {
  start cold state Begin { on eOne goto Warm; }
  state Warm { on eTwo goto Open; ignore eOne, eThree, eFour; }
  hot state Open { on eThree goto Warm; }
}
