// Two parameters may share a value, one parameter may not repeat it.
param clients, servers: int;

machine Driver {
  var n: int;
  start state Go { entry { n = clients + servers; } }
}

test param (clients in [1, 2], servers in [2, 1, 2]) tcTwice [main=Driver]: { Driver };  //~ error: value 2 appears twice
