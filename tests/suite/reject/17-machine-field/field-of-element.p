// References inside collections and tuples are no different.
machine Server {
  var load: int;
  start state Idle { entry { load = 1; } }
}
fun Sum(servers: seq[Server], item: (peer: Server, weight: int)): int {
  if (item.weight > 2) return item.peer.load;  //~ error: only in proofs
  return servers[0].load;  //~ error: only in proofs
}
