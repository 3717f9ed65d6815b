// A tuple and a named tuple, or tuples of different shape, cannot be compared.
fun Check(pair: (int, int), place: (x: int, y: int)): bool {
  if (pair == place) return true;  //~ error: cannot compare (int
  if (pair == (1, 2, 3)) return true;  //~ error: cannot compare (int
  return place == (y = 1, x = 2);  //~ error: cannot compare (x: int
}
