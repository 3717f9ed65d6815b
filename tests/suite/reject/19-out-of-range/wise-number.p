// The strength of a combinatorial test is bound by the same limit.
param nNodes: int;
param nRounds: int;
machine Driver { start state Idle { } }
test param (nNodes in [1, 2], nRounds in [1, 2]) (4294967298 wise) tcDriver [main=Driver]: { Driver };  //~ error: is too large
