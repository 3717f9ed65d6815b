// Every parameter of the list is checked for mixed types.
param size: int;
param lossy: bool;

machine Driver {
  var n: int;
  start state Go { entry { if (lossy) n = size; } }
}

test param (size in [1, 2], lossy in [false, 0]) tcMixed [main=Driver]: { Driver };  //~ error: mixed types
