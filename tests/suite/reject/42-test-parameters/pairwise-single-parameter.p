// A pairwise cover needs at least two parameters.
param size: int;

machine Driver {
  var n: int;
  start state Go { entry { n = size; } }
}

test param (size in [1, 2]) pairwise tcPair [main=Driver]: { Driver };  //~ error: must be between 1 and 1
