// A test can only set declared global parameters.
machine Driver { start state Idle { } }
module Core = { Driver };
test param (nNodes in [1, 2]) tcDriver [main=Driver]: Core;  //~ error: no global parameter named 'nNodes'
event ePing;
