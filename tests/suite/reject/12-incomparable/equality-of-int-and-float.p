// An int and a float cannot be compared without a conversion.
fun Check(count: int, mean: float): bool {
  if (mean == count) return true;  //~ error: cannot compare float with int
  return mean != 0;  //~ error: cannot compare float with int
}
event eCheck;
