// A tuple index above the limit is refused as a number, not as an unknown field.
fun First(pair: (int, int)): int {
  return pair.4294967296;  //~ error: is too large
}
event ePair: (int, int);
