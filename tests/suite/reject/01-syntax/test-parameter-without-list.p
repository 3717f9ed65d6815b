// The values of a test parameter stand in brackets.
param nNodes: int;
machine Driver { start state Idle { } }
module Core = { Driver };
test param (nNodes in 3) tcDriver [main=Driver]: Core;  //~ error: found '3'
