// A binary operator needs a right operand.
fun Next(n: int): int {
  return n + ;  //~ error: found ';'
}
machine Follower {
  start state Idle { }
}
