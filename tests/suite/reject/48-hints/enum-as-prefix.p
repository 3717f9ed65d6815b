// Elements of an enum stand alone.
enum tColor { RED, BLUE }
fun First(): tColor {
  return tColor.RED;  //~ error: no variable named 'tColor': it is an enum
}
