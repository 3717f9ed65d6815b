// A type that is just itself.
type tLoop = tLoop;  //~ error: type 'tLoop' contains itself
event eLoop: int;
machine Runner {
  start state Idle { ignore eLoop; }
}
