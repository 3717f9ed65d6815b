// A new machine runs its entry before it looks at messages that are already there.
// verdict: holds
// states: 4
// transitions: 3
event eUse;
machine Main { start state Only { entry { var d: machine; d = new Device(7); send d, eUse; } } }
machine Device {
  var volts: int;
  start state Only { entry (v: int) { volts = v; } on eUse do { assert volts == 7; } }
}
