// The numbers of an enum are bound by the same limit.
enum tCode {
  FIRST = 0,
  LAST = 2147483647,
  BEYOND = 2147483648  //~ error: is too large
}
