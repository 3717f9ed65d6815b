// The first argument of 'format' must be a string literal.
fun Render(pattern: string, n: int): string {
  return format(pattern, n);  //~ error: found 'pattern'
}
machine Follower {
  start state Idle { }
}
