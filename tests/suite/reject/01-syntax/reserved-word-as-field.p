// A reserved word cannot name a field.
machine Replica {
  var state: int;  //~ error: 'state' is a reserved word
  start state Idle { }
}
