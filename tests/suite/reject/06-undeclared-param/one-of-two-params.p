// Among several test parameters only the undeclared one is reported.
param nNodes: int;
machine Driver { start state Idle { } }
module Core = { Driver };
test param (nNodes in [1, 2], lossy in [true, false]) tcDriver [main=Driver]: Core;  //~ error: no global parameter named 'lossy'
