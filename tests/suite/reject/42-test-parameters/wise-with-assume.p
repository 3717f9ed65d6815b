// The width of the cover is checked in a test with an assume, too.
param a, b, c: int;

machine Driver {
  var n: int;
  start state Go { entry { n = a + b + c; } }
}

test param (a in [1, 2], b in [1, 2], c in [3, 4])
     assume (a < c)
     (4 wise) tcFour [main=Driver]: { Driver };  //~ error: must be between 1 and 3
