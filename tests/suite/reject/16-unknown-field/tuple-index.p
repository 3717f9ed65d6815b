// A tuple has only as many positions as elements, counted from 0.
fun Last(pair: (int, int)): int {
  pair.2 = 4;  //~ error: no field 2
  return pair.1 + pair.7;  //~ error: no field 7
}
event eLast;
