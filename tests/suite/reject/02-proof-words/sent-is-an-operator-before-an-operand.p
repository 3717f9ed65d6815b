// 'sent' and 'inflight' before an operand are operators, unless the file has such a function.
event ePing;
fun Seen(e: event): bool {
  return sent e;  //~ error: only in proofs
}
fun Flying(e: event): bool {
  return inflight (e);  //~ error: only in proofs
}
