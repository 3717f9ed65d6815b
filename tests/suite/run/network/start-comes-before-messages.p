// A new machine runs its entry before any message, in every network.
// verdict: holds
// states: 4
// transitions: 3
// run: --network=p2p
// verdict: holds
// run: --network=causal
// verdict: holds
// run: --network=bag
// verdict: holds
event eUse;
machine Main { start state Only { entry { var d: machine; d = new Device(7); send d, eUse; } } }
machine Device {
  var volts: int;
  start state Only { entry (v: int) { volts = v; } on eUse do { assert volts == 7; } }
}
