// Test parameters are no constructor payload for the main machine.
param rounds: int;

machine Driver {
  var left: int;
  start state Go { entry (n: int) { left = rounds - n; } }
}

test param (rounds in [1, 2]) tcRounds [main=Driver]: { Driver };  //~ error: main machine 'Driver' takes a parameter
