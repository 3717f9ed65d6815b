// A literal of any length is refused without overflow.
fun Largest(): int {
  return 123456789012345678901234567890;  //~ error: is too large
}
event eLargest: int;
