// Arithmetic is not for tuples.
fun Shift(place: (int, int), by: (int, int)): (int, int) {
  return place + by;  //~ error: operator '+' does not apply to (int
}
event eShift: (int, int);
