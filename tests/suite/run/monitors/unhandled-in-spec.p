// A spec must handle or ignore what it observes, in every state.
// verdict: violated: unhandled-in-spec @7 eJob
event eJob;
machine Main { start state Only { entry { send this, eJob; send this, eJob; } ignore eJob; } }
spec Once observes eJob {
  start state None { on eJob goto One; }
  state One { }
}
