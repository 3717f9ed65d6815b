// A machine cannot assign to a global parameter.
param nNodes: int;
machine Driver {
  start state Idle {
    entry {
      nNodes = 3;  //~ error: cannot assign to global parameter 'nNodes'
    }
  }
}
