// Leading zeros do not make a value a different one.
param size: int;

machine Driver {
  var n: int;
  start state Go { entry { n = size; } }
}

test param (size in [7, 8, 007]) tcTwice [main=Driver]: { Driver };  //~ error: value 7 appears twice
