// The values of every test are checked, a good test does not excuse a bad one.
param size: int;

machine Driver {
  var n: int;
  start state Go { entry { n = size; } }
}

test param (size in [1, 2]) tcGood [main=Driver]: { Driver };
test param (size in [5, 5]) tcBad [main=Driver]: { Driver };  //~ error: value 5 appears twice
test tcPlain [main=Driver]: { Driver };
