// A raised event needs a handler too.
// verdict: violated: unhandled-event @5 eAsk
event eAsk;
machine Main {
  start state Asking {
    entry { raise eAsk; }
  }
}
