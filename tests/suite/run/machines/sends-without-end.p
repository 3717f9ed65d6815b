// A handler that sends for ever is no runaway: others run in between, and the queue grows.
// verdict: unknown
// flags: --max-states=50
// run: --max-states=50 --network=bag
// verdict: unknown
// run: --max-states=50 --network=causal
// verdict: unknown
event eUse;
machine Main {
  start state Only {
    entry { while (true) { send this, eUse; } }
    on eUse do { }
  }
}
