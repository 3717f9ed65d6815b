// 'choose' takes no references, no null and nothing of type any.
fun Pick(peer: machine, boxed: any): int {
  if (1 > 2) return choose(peer);  //~ error: choose needs an int, seq, set or map
  if (2 > 3) return choose(null);  //~ error: choose needs an int, seq, set or map
  return choose(boxed);  //~ error: choose needs an int, seq, set or map
}
