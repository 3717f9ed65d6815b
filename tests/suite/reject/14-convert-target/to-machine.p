// The target of a reference conversion must be a named type, not 'machine' itself.
machine Server { start state Idle { } }
fun Widen(server: Server): machine {
  return server to machine;  //~ error: cannot convert to machine
}
