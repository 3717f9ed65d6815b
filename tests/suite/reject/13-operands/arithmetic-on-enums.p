// Arithmetic is not for enums, although their values are numbers.
enum tLevel { LOW, HIGH }
fun Raise(level: tLevel): int {
  if (level == HIGH) return level + 1;  //~ error: operator '+' does not apply to tLevel and int
  return (level to int) + 1;
}
