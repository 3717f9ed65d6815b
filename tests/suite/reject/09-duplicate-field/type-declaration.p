// A named tuple type cannot have a field twice.
type tPoint = (x: int, y: int, x: float);  //~ error: field 'x' appears twice
event eMove: int;
machine Robot {
  start state Idle { ignore eMove; }
}
