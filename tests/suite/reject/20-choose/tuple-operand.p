// 'choose' takes no tuple.
fun Pick(pair: (int, int)): int {
  return choose(pair);  //~ error: choose needs an int, seq, set or map
}
event ePick: (int, int);
