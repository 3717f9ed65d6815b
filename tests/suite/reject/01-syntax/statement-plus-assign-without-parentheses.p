// The right side of '+=' stands in parentheses.
fun CountUp(n: int) {
  n += 1;  //~ error: found '1'
}
machine Follower {
  start state Idle { }
}
