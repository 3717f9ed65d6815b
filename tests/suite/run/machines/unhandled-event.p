// An event without a handler in the current state is an error of that state.
// verdict: violated: unhandled-event @7 eTell
event eAsk;
event eTell;
machine Main {
  start state Asking { entry { send this, eAsk; send this, eTell; } on eAsk goto Telling; on eTell do { } }
  state Telling { on eAsk do { } }
}
