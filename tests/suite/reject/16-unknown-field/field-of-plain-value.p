// Numbers, strings and collections have no fields.
fun Measure(n: int, name: string, log: seq[int]): int {
  if (n.value > 0) return 1;  //~ error: no field named 'value'
  if (name.length > 0) return 2;  //~ error: no field named 'length'
  return log.size;  //~ error: no field named 'size'
}
