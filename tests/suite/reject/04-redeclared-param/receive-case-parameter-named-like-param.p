// The parameter of a receive case cannot reuse the name of a global parameter.
param round: int;
event eAdvance: int;
machine Player {
  start state Idle {
    entry {
      receive {
        case eAdvance: (round: int) { }  //~ error: 'round' is already declared as a global parameter
      }
    }
  }
}
