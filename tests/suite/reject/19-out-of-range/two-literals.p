// Each literal is reported on its own.
fun Reset(log: seq[int]): seq[int] {
  log += (0, 4294967296);  //~ error: is too large
  log[0] = 2147483647;
  log[1] = 3000000000;  //~ error: is too large
  return log;
}
