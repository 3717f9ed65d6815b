// An integer value must not appear twice.
param size: int;

machine Driver {
  var n: int;
  start state Go { entry { n = size; } }
}

test param (size in [1, 2, 1]) tcTwice [main=Driver]: { Driver };  //~ error: value 1 appears twice
