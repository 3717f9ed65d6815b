// The minus sign is for int and float.
fun Negate(open: bool, name: string): int {
  name = -name;  //~ error: operator '-' does not apply to string
  open = -open;  //~ error: operator '-' does not apply to bool
  return -(-3);
}
