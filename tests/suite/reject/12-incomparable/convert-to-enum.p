// 'to' does not turn an int into an enum, nor an enum into a float.
enum tColor { RED, GREEN }
fun Code(color: tColor, n: int): float {
  n = color to int;
  color = n to tColor;  //~ error: cannot convert int to tColor
  return color to float;  //~ error: cannot convert tColor to float
}
