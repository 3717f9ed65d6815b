// 'default' takes its type in parentheses.
fun Zero(): int {
  return default int;  //~ error: found 'int'
}
machine Follower {
  start state Idle { }
}
