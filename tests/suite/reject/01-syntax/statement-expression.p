// An expression alone is no statement.
fun Touch(n: int) {
  n + 1;  //~ error: found '+'
}
machine Follower {
  start state Idle { }
}
