// A float needs digits after its point.
fun Half(): float {
  return 5.;  //~ error: found ';'
}
machine Follower {
  start state Idle { }
}
