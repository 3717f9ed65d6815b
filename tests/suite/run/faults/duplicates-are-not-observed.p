// Specs see a duplicated message once.
// verdict: holds
// states: 5
// transitions: 4
// run: --faults=dup=2
// verdict: holds
// states: 9
// transitions: 8
// run: --faults=dup=2 --network=bag
// verdict: holds
event ePay;
machine Main { start state Only { entry { send new Bank(), ePay; } } }
machine Bank { start state Only { on ePay do { } } }
spec Once observes ePay {
  start state None { on ePay goto One; }
  state One { on ePay do { assert false; } }
}
