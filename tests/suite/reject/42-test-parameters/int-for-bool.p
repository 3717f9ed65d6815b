// A bool parameter does not take an int value.
param lossy: bool;

machine Driver {
  start state Go { entry { if (lossy) print "lossy"; } }
}

test param (lossy in [1]) tcInt [main=Driver]: { Driver };  //~ error: expected bool, found int
