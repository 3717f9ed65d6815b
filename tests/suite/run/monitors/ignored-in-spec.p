// A spec may ignore what it observes.
// verdict: holds
// states: 5
// transitions: 4
event eJob;
machine Main { start state Only { entry { send this, eJob; send this, eJob; } ignore eJob; } }
spec Once observes eJob {
  start state None { on eJob goto One; }
  state One { ignore eJob; }
}
