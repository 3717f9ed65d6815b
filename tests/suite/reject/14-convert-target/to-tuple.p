// Nothing converts to a tuple, named or not.
fun Wrap(n: int): (int, int) {
  var place: (x: int, y: int);
  place = n to (x: int, y: int);  //~ error: cannot convert to
  return n to (int, int);  //~ error: cannot convert to
}
