// Only a one-tuple has a comma before its closing parenthesis.
fun Origin(): (int, int) {
  return (0, 0,);  //~ error: found ')'
}
machine Follower {
  start state Idle { }
}
