// A float parameter does not take an int value.
param rate: float;

machine Driver {
  var r: float;
  start state Go { entry { r = rate * 2.0; } }
}

test param (rate in [1]) tcFloat [main=Driver]: { Driver };  //~ error: expected float, found int
