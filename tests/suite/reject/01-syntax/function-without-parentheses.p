// The parameter list of a function may be empty but not absent.
fun CurrentTime: int;  //~ error: found ':'
fun ElapsedTime(): int;
machine Follower {
  start state Idle { }
}
