// 'choose' takes no enum, neither a value nor all of them.
enum tColor { RED, GREEN }
fun Pick(color: tColor): int {
  return choose(color);  //~ error: choose needs an int, seq, set or map
}
