// A named tuple with one field needs a comma after the field.
fun Wrap(n: int): (value: int) {
  return (value = n);  //~ error: found
}
machine Follower {
  start state Idle { }
}
