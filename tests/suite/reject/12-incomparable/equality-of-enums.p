// An enum can be compared neither with another enum nor with an int.
enum tColor { RED, GREEN }
enum tLight { ON, OFF }
fun Check(color: tColor): bool {
  if (color == ON) return true;  //~ error: cannot compare tColor with tLight
  return color == 1;  //~ error: cannot compare tColor with int
}
