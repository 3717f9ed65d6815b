// A parameter of an enum type does not take an int value.
enum tMode { FAST, SAFE }
param mode: tMode;

machine Driver {
  start state Go { entry { if (mode == FAST) print "fast"; } }
}

test param (mode in [1]) tcMode [main=Driver]: { Driver };  //~ error: found int
