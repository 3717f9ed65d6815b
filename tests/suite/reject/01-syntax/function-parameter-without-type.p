// Every parameter carries its own type.
fun Larger(left, right: int): int;  //~ error: found ','
fun Smaller(left: int, right: int): int;
machine Follower {
  start state Idle { }
}
