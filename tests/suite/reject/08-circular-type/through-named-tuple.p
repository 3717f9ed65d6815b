// A list in the style of other languages cannot be written as a type.
type tNode = (value: int, next: tNode);  //~ error: type 'tNode' contains itself
event eNode: int;
machine Walker {
  start state Idle { ignore eNode; }
}
