// Two global parameters cannot share a name.
param nNodes: int;
param nRounds, lossy: bool;
param nNodes: bool;  //~ error: 'nNodes' is already declared
machine Driver { start state Idle { } }
