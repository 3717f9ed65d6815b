// The parameter of an anonymous handler cannot reuse the name of a global parameter.
param round: int;
event eAdvance: int;
machine Player {
  start state Idle {
    on eAdvance do (round: int) {  //~ error: 'round' is already declared as a global parameter
      print "advanced";
    }
  }
}
