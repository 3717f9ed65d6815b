// The right side of 'in' must be a collection.
fun Known(n: int, name: string): bool {
  if (n in 10) return true;  //~ error: needs a seq, set or map, found int
  return "a" in name;  //~ error: needs a seq, set or map, found string
}
