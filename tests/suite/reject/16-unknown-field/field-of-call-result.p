// The result of a call has only its own fields.
fun Origin(): (x: int, y: int) {
  return (x = 0, y = 0);
}
fun Depth(): int {
  return Origin().z;  //~ error: no field named 'z'
}
