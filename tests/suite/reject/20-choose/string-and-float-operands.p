// 'choose' takes neither strings nor floats.
fun Pick(word: string): int {
  word = choose("abc");  //~ error: choose needs an int, seq, set or map
  return choose(2.5);  //~ error: choose needs an int, seq, set or map
}
event ePick;
