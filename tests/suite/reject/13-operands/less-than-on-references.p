// Order is for neither machines nor collections.
fun Before(left: machine, right: machine, log: seq[int]): bool {
  if (left < right) return true;  //~ error: operator '<' does not apply to machine and machine
  return log <= log;  //~ error: operator '<=' does not apply to seq[int] and seq[int]
}
