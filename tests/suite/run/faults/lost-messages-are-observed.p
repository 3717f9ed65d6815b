// Specs see a message when it is sent, also when it is lost.
// verdict: holds
// states: 5
// transitions: 4
// run: --faults=loss=1
// verdict: holds
// states: 6
// transitions: 5
// run: --faults=loss=1 --network=bag
// verdict: holds
event eItem;
machine Main { start state Only { entry { send new Sink(), eItem; } } }
machine Sink { start state Only { ignore eItem; } }
spec Sent observes eItem {
  start hot state None { on eItem goto One; }
  cold state One { }
}
