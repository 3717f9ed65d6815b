// There is no '++'.
fun CountUp(n: int) {
  n++;  //~ error: found '+'
}
machine Follower {
  start state Idle { }
}
