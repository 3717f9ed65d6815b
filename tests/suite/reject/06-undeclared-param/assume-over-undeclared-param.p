// The filter of a test can only mention declared global parameters.
param nNodes: int;
machine Driver { start state Idle { } }
module Core = { Driver };
test param (nNodes in [1, 2, 3]) assume (nNodes > nFaults) tcDriver [main=Driver]: Core;  //~ error: named 'nFaults'
