// An int parameter does not take a bool value.
param size: int;

machine Driver {
  var n: int;
  start state Go { entry { n = size; } }
}

test param (size in [true]) tcBool [main=Driver]: { Driver };  //~ error: expected int, found bool
