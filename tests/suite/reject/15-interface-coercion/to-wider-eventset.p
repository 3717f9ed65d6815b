// Event sets as types follow the same rule, in one direction only.
event eStop;
event ePause;
eventset Stoppable = { eStop };
eventset Control = { eStop, ePause };
fun Convert(device: Control): Control {
  var narrow: Stoppable;
  narrow = device to Stoppable;
  return narrow to Control;  //~ error: does not accept
}
