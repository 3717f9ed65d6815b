// A reserved word cannot name a type.
type data = (key: int, value: int);  //~ error: 'data' is a reserved word
type tRecord = (key: int, value: int);
machine Follower {
  start state Idle { }
}
