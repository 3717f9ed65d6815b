// A module binding an undeclared machine.
machine Server { start state Idle { } }
module Backend = {
  Server,
  Cache  //~ error: no machine or interface named 'Cache'
};
