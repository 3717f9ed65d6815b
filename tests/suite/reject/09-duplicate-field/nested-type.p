// The inner tuple repeats a field; using the outer one's name inside is fine.
machine Robot {
  var pose: (id: int, place: (id: int, x: int, x: int));  //~ error: field 'x' appears twice
  start state Idle { }
}
event eMove: int;
