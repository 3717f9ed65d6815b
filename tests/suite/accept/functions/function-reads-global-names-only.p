// A global function sees global parameters, enum elements, events, machines and other functions.
param nPeers: int;
enum Role { BOSS, PEER }
event eRole: Role;

fun Half(): int { return nPeers / 2; }
fun Assign(to_whom: machine, n: int) {
  if (n < Half()) send to_whom, eRole, BOSS;
  else send to_whom, RoleEvent(), PEER;
}
fun RoleEvent(): event { return eRole; }
fun Hire(n: int): seq[Peer] {
  var peers: seq[Peer];
  while (sizeof(peers) < n) { peers += (0, new Peer()); }
  return peers;
}

machine Peer {
  var nothing: int;
  start state Run { on eRole do (r: Role) { if (r == BOSS) Assign(this, nPeers); } }
}
