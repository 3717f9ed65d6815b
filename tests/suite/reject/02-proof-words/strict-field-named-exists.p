// P reserves 'exists' in every program, also where a plain name is meant.
// flags: --strict-p
machine Registry {
  var known: set[int];
  var exists: bool;  //~ error: 'exists' is a reserved word
  start state Idle { }
}
