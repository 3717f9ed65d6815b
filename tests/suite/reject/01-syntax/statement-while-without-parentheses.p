// The condition of 'while' stands in parentheses.
fun CountDown(n: int) {
  while n > 0 n = n - 1;  //~ error: found 'n'
}
machine Follower {
  start state Idle { }
}
