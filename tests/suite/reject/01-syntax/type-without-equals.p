// A type alias needs '=' between the name and the type.
type tNodeId int;  //~ error: found 'int'
type tTerm = int;
machine Follower {
  start state Idle { }
}
