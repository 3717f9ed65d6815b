// A value of type any must be cast before it is used in arithmetic.
fun Next(boxed: any, plain: data): int {
  if (1 > 2) return boxed + 1;  //~ error: operator '+' does not apply to any and int
  if (2 > 1) return 1 - plain;  //~ error: operator '-' does not apply to int and data
  return (boxed as int) + 1;
}
