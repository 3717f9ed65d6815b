// 'as' does not turn an enum into its number or back.
enum tColor { RED, GREEN }
fun Code(color: tColor, n: int): int {
  color = n as tColor;  //~ error: cannot cast int to tColor
  return color as int;  //~ error: cannot cast tColor to int
}
