// An undeclared type of a global parameter.
param nNodes: int;
param mode: tMode;  //~ error: no type named 'tMode'
machine Driver {
  start state Idle { entry { assert nNodes > 0; } }
}
