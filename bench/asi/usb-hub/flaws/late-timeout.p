// A timer that was stopped says so, and rings all the same: the port is at something else by then.
fun Flaw(): tFlaw {
  return LATE_TIMEOUT;
}
