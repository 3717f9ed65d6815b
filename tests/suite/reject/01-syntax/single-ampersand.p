// Conjunction is written '&&'; a single '&' is no token of P.
fun BothReady(left: bool, right: bool): bool {
  return left & right;  //~ error: unexpected character '&'
}
machine Follower {
  start state Idle { }
}
