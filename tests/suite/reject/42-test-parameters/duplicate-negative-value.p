// A negative value must not appear twice, 3 and -3 differ.
param offset: int;

machine Driver {
  var n: int;
  start state Go { entry { n = offset; } }
}

test param (offset in [3, -3, 0, -3]) tcTwice [main=Driver]: { Driver };  //~ error: value -3 appears twice
