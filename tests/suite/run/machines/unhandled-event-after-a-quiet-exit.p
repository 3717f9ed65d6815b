// When the exit function finds nothing wrong, the event is reported, in the state that was left.
// verdict: violated: unhandled-event @6 eAsk
event eAsk;
event eLeft;
machine Main {
  start state Asking {
    entry { send this, eAsk; }
    exit { announce eLeft; }
  }
}
spec Leaves observes eLeft { start state Once { on eLeft goto Twice; } state Twice { } }
