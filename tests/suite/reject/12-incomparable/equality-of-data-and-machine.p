// 'data' holds no references and cannot be compared with one.
fun Same(plain: data, peer: machine, content: any): bool {
  if (plain == content) return true;
  if (peer == content) return true;
  return plain == peer;  //~ error: cannot compare data with machine
}
