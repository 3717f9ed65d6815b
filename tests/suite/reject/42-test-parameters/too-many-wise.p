// The cover must not be wider than the number of parameters.
param clients, servers: int;

machine Driver {
  var n: int;
  start state Go { entry { n = clients + servers; } }
}

test param (clients in [1, 2], servers in [1, 2]) (3 wise) tcThree [main=Driver]: { Driver };  //~ error: must be between 1 and 2
