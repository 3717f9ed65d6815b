// The largest number is legal once.
enum tLimit {
  UNBOUNDED = 2147483647,
  BOUNDED = 10,
  INFINITE = 2147483647  //~ error: value 2147483647 appears twice
}
