// Only references convert to the type of a machine.
machine Server { start state Idle { } }
fun Find(id: int, trigger: event, peer: machine): Server {
  if (id == 0) return peer to Server;
  if (id == 1) return trigger to Server;  //~ error: cannot convert event to Server
  return id to Server;  //~ error: cannot convert int to Server
}
