// The values of test parameters are literals as well.
param nNodes: int;
machine Driver { start state Idle { } }
test param (nNodes in [1, 2147483648]) tcDriver [main=Driver]: { Driver };  //~ error: is too large
event ePing;
