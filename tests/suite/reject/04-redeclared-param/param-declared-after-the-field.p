// The order of declarations does not matter: the field is the one at fault.
machine Cluster {
  var lossy: bool;  //~ error: 'lossy' is already declared as a global parameter
  start state Idle { }
}
event ePing;
param lossy: bool;
