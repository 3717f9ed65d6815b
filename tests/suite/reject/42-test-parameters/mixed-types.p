// The values of one parameter must have one type.
param size: int;

machine Driver {
  var n: int;
  start state Go { entry { n = size; } }
}

test param (size in [1, true]) tcMixed [main=Driver]: { Driver };  //~ error: mixed types
