// The positions of a tuple have no names, and the fields of a named tuple no positions.
fun Mix(pair: (int, int), place: (x: int, y: int)): int {
  if (pair.x > 0) return 1;  //~ error: no field named 'x'
  return place.0;  //~ error: no field 0
}
