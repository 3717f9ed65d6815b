// A parameter of a sequence type does not take a single number.
param sizes: seq[int];

machine Driver {
  var n: int;
  start state Go { entry { n = sizeof(sizes); } }
}

test param (sizes in [3]) tcSizes [main=Driver]: { Driver };  //~ error: expected seq[int], found int
