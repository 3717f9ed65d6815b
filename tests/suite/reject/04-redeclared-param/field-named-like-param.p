// A field cannot reuse the name of a global parameter.
param nNodes: int;
machine Cluster {
  var members: seq[machine];
  var nNodes: int;  //~ error: 'nNodes' is already declared as a global parameter
  start state Idle { }
}
