// 'exists' is reserved in every program, also where a plain name is meant.
machine Registry {
  var known: set[int];
  var exists: bool;  //~ error: 'exists' is a reserved word
  start state Idle { }
}
