// A test cannot list a parameter twice.
param nNodes: int;
param lossy: bool;
machine Driver { start state Idle { } }
test param (nNodes in [1, 2], lossy in [true], nNodes in [3]) tcDriver [main=Driver]: { Driver };  //~ error: parameter 'nNodes' appears twice
