// A parameter whose type repeats a field.
fun Norm(v: (dx: int, dx: int)): int {  //~ error: field 'dx' appears twice
  return 0;
}
event eMove: int;
