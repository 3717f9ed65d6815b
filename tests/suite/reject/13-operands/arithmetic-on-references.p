// Arithmetic is for neither machines nor events nor null.
event ePing;
fun Next(peer: machine, n: int): int {
  n = peer + 1;  //~ error: operator '+' does not apply to machine and int
  n = ePing * n;  //~ error: operator '*' does not apply to event and int
  return n - null;  //~ error: operator '-' does not apply to int and null
}
