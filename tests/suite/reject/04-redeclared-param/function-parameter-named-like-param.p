// A parameter of a function cannot reuse the name of a global parameter.
param nNodes: int;
fun Majority(nNodes: int): int {  //~ error: 'nNodes' is already declared as a global parameter
  return 1;
}
machine Cluster { start state Idle { } }
