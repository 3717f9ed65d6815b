// Sequences are not concatenated with '+', nor sets subtracted with '-'.
fun Merge(left: seq[int], right: seq[int]): seq[int] {
  return left + right;  //~ error: operator '+' does not apply to seq[int] and seq[int]
}
fun Without(all: set[int], some: set[int]): set[int] {
  return all - some;  //~ error: operator '-' does not apply to set[int] and set[int]
}
