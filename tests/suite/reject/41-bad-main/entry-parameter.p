// The main machine of a test must not take a parameter.
machine Driver {
  var rounds: int;
  start state Go { entry (n: int) { rounds = n; } }
}

test tcRounds [main=Driver]: { Driver };  //~ error: main machine 'Driver' takes a parameter
