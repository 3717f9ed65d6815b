// A field of the main machine is not a global parameter.
machine Driver {
  var nNodes: int;
  start state Idle { entry { nNodes = 3; } }
}
test param (nNodes in [1, 2]) tcDriver [main=Driver]: { Driver };  //~ error: no global parameter named 'nNodes'
