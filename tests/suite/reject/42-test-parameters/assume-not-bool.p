// The assume of a test must be a truth value.
param clients, servers: int;

machine Driver {
  var n: int;
  start state Go { entry { n = clients + servers; } }
}

test param (clients in [1, 2], servers in [1, 2])
     assume (clients + servers)  //~ error: expected bool, found int
     tcSum [main=Driver]: { Driver };
