// A zero-wise cover makes no sense.
param clients, servers: int;

machine Driver {
  var n: int;
  start state Go { entry { n = clients + servers; } }
}

test param (clients in [1, 2], servers in [1, 2]) (0 wise) tcZero [main=Driver]: { Driver };  //~ error: must be between 1 and 2
