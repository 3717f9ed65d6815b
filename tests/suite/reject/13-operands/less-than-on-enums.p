// Order is not for enums, although their values are numbers.
enum tLevel { LOW, HIGH }
fun Below(level: tLevel): bool {
  if (level < HIGH) return true;  //~ error: operator '<' does not apply to tLevel and tLevel
  return level > 0;  //~ error: operator '>' does not apply to tLevel and int
}
