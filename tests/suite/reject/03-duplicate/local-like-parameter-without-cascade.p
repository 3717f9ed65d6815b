// One clash of variables is one error, however they are used.
fun Twist(x: int) {
  var x: bool;  //~ error: 'x' is already declared
  x = true;
  if (x) { x = false; }
}
