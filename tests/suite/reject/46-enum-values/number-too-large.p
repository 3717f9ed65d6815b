// The number of an element must fit 32 bits.
enum tLimit {
  BOUNDED = 10,
  UNBOUNDED = 2147483648  //~ error: is too large
}
