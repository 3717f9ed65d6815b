// 'safe' appears in no production and still is a reserved word.
fun Reserve(safe: bool): int;  //~ error: 'safe' is a reserved word
event eReserve: int;
machine Follower {
  start state Idle { }
}
