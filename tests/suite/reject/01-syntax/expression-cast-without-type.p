// 'as' needs a type.
fun Unwrap(boxed: any): int {
  return boxed as;  //~ error: found ';'
}
machine Follower {
  start state Idle { }
}
